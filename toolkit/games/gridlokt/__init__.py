"""gridlokt: a maze of paths that is built together and then stands in everybody's way."""

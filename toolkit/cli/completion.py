"""`pnp completion`: the script that lets a shell complete commands, options and game names."""

from __future__ import annotations

import click

SECTION = "Games"


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Write the script that makes bash, zsh or fish complete `pnp`.

    \b
    bash:  pnp completion bash > ~/.pnp-completion.bash   and in ~/.bashrc:  . ~/.pnp-completion.bash
    zsh:   pnp completion zsh > ~/.pnp-completion.zsh     and in ~/.zshrc:   . ~/.pnp-completion.zsh
    fish:  pnp completion fish > ~/.config/fish/completions/pnp.fish
    """
    from click.shell_completion import get_completion_class

    from toolkit.cli.main import cli

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"there is no completion for '{shell}'")
    completer = kind(cli, {}, "pnp", "_PNP_COMPLETE")
    # click's own check starts bash to look at its version, which fails where bash is not at hand
    click.echo(completer.source_template % completer.source_vars())

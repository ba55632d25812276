"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (id) => document.getElementById(id);
  const board = find("board"), slider = find("slider"), count = find("count"), speed = find("speed");
  const what = find("what"), more = find("more"), badge = find("badge"), table = find("table");
  const list = find("list"), play = find("play");
  const buttons = [...list.querySelectorAll("button[data-step]")];
  const players = [...document.querySelectorAll("[data-seat]")];
  const last = data.steps.length - 1;
  let now = -1, timer = 0;

  const element = (name, text) => {
    const made = document.createElement(name);
    made.textContent = text;
    return made;
  };

  const picture = (frame) => {
    const template = find("frame-" + frame);
    if (template) board.replaceChildren(template.content.cloneNode(true));
    fit();
  };

  // On a phone what lies beside the board would be too small to read: it is told in words there.
  const narrow = window.matchMedia("(max-width: 40rem)");
  const fit = () => {
    const svg = board.querySelector("svg[data-board]");
    if (!svg) return;
    svg.dataset.whole ??= svg.getAttribute("viewBox");
    svg.setAttribute("viewBox", narrow.matches ? svg.dataset.board : svg.dataset.whole);
  };

  const show = (step, focus) => {
    step = Math.min(last, Math.max(0, step));
    if (step === now) return;
    const was = now < 0 ? null : data.steps[now];
    now = step;
    const at = data.steps[step];
    if (!was || was.frame !== at.frame) picture(at.frame);
    board.setAttribute("aria-label", at.label);
    what.textContent = at.what;
    more.textContent = at.more;
    badge.className = at.seat ? "seat seat-" + at.seat : "seat none";
    badge.textContent = at.seat || "·";
    table.replaceChildren(...at.table.flatMap(([label, value]) => {
      const said = element("dd", value);
      if (label) return [element("dt", label), said];
      said.className = "map";
      return [said];
    }));
    slider.value = step;
    slider.setAttribute("aria-valuetext", at.label);
    count.textContent = step + " / " + last;
    for (const button of buttons) {
      const current = Number(button.dataset.step) === step;
      if (current) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current");
      if (current) reveal(button);
      if (current && focus) button.focus({ preventScroll: true });
    }
    for (const player of players) player.toggleAttribute("data-acting", Number(player.dataset.seat) === at.seat);
    find("first").disabled = find("back").disabled = step === 0;
    find("next").disabled = find("last").disabled = step === last;
    try { history.replaceState(null, "", "#step-" + step); } catch { /* some browsers refuse this for files */ }
    if (step === last) stop();
  };

  const reveal = (button) => {
    if (list.scrollHeight <= list.clientHeight) return;
    const top = button.offsetTop;
    if (top < list.scrollTop + 40) list.scrollTop = top - 40;
    else if (top + button.offsetHeight > list.scrollTop + list.clientHeight - 40)
      list.scrollTop = top + button.offsetHeight - list.clientHeight + 40;
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    document.body.removeAttribute("data-playing");
    play.setAttribute("aria-label", "Play");
    play.setAttribute("aria-pressed", "false");
  };

  const start = () => {
    if (now === last) show(0);
    timer = setInterval(() => show(now + 1), Number(speed.value));
    document.body.setAttribute("data-playing", "");
    play.setAttribute("aria-label", "Pause");
    play.setAttribute("aria-pressed", "true");
  };

  const toggle = () => (timer ? stop() : start());
  const go = (step) => { stop(); show(step); };

  find("first").addEventListener("click", () => go(0));
  find("back").addEventListener("click", () => go(now - 1));
  find("next").addEventListener("click", () => go(now + 1));
  find("last").addEventListener("click", () => go(last));
  play.addEventListener("click", toggle);
  slider.addEventListener("input", () => go(Number(slider.value)));
  speed.addEventListener("change", () => { if (timer) { stop(); start(); } });
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-step]");
    if (button) go(Number(button.dataset.step));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select")) return;
    const inList = list.contains(event.target);
    const moves = {
      ArrowLeft: () => now - 1, ArrowRight: () => now + 1, Home: () => 0, End: () => last,
      ...(inList ? { ArrowUp: () => now - 1, ArrowDown: () => now + 1 } : {}),
    };
    if (event.key in moves) {
      event.preventDefault();
      stop();
      show(moves[event.key](), inList);
    } else if (event.key === " " && !event.target.closest("button, summary, a")) {
      event.preventDefault();
      toggle();
    }
  });
  const fromAddress = () => {
    const found = /^#step-(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : null;
  };
  window.addEventListener("hashchange", () => { const step = fromAddress(); if (step !== null) go(step); });
  narrow.addEventListener("change", fit);
  if (narrow.matches) find("words")?.setAttribute("open", "");
  document.documentElement.classList.add("script");
  show(fromAddress() ?? 0);
})();

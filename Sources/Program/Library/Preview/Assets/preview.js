// Updates the preview live. Without this script the page shows the same picture, and its forms work.
"use strict";

const controls = document.getElementById("controls");
let version = document.getElementById("status").dataset.version;
const fit = document.getElementById("fit");
let asking = new AbortController();
/** The feed of the page; null on the list of feeds, and if there is only one. */
const feed = new URLSearchParams(location.search).get("feed");

// MARK: Scrolling

/** Rounds to the nearest pixel edge, as in the drawing of a page. */
const snap = (value, scale) => Math.floor(value * scale + 0.5 + 1 / 1024) / scale;

/** Moves pinned headers and footers to their places at the scroll offset of a screen. */
function pin(screen) {
  const { scale, height, top, bottom } = screen.dataset;
  const start = screen.scrollTop;
  const end = start - top + +height - bottom;
  for (const part of screen.querySelectorAll(".pin")) {
    const [section, rest, length, limit] =
      ["section", "rest", "length", "limit"].map((name) => +part.dataset[name]);
    const isTop = part.dataset.edge === "top";
    const edge = isTop ? start - section : section - end;
    const y = Math.min(Math.max(rest, edge), limit - length);
    const place = (y) => snap(isTop ? y : -y - length, +scale);
    part.setAttribute("transform", `translate(0 ${place(y) - place(rest)})`);
  }
}

/** Draws the sections around the scroll offset of a screen, if its page is drawn in part. */
async function draw(screen) {
  const page = screen.querySelector(".page[data-from]");
  if (!page || page.dataset.asked) return;
  const start = screen.scrollTop - screen.dataset.top;
  const end = Math.min(start + +screen.dataset.height, page.viewBox.baseVal.y + page.viewBox.baseVal.height);
  if (start >= +page.dataset.from && end <= +page.dataset.to) return;
  page.dataset.asked = "true";
  try {
    const url = new URL(location.href);
    url.searchParams.set("device", deviceOf(screen));
    url.searchParams.set("y", Math.max(0, start));
    const reply = await fetch(url);
    const next = new DOMParser().parseFromString(await reply.text(), "text/html").querySelector(".page");
    // The files may have changed in the meantime.
    if (!next || !page.isConnected) return;
    const focused = page.contains(document.activeElement) ? document.activeElement.dataset.node : undefined;
    page.replaceWith(next);
    pin(screen);
    if (!next.querySelector('[tabindex="0"]')) next.querySelector(".node")?.setAttribute("tabindex", "0");
    if (focused) nodes(focused, deviceOf(screen))[0]?.focus({ preventScroll: true });
    await draw(screen);
  } finally {
    delete page.dataset.asked;
  }
}

const screens = () => document.querySelectorAll(".scroller");
const screenOf = (element) => element.closest(".scroller");
const deviceOf = (element) => element.closest(".device")?.dataset.device;

// MARK: Showing

/** Replaces the live elements by those of a document, and keeps scroll offset and focus. */
function replace(text) {
  const next = new DOMParser().parseFromString(text, "text/html");
  const places = new Map([...screens()].map((screen) => [deviceOf(screen), screen.scrollTop]));
  const focus = document.activeElement;
  const focused = focus?.dataset.node === undefined
    ? focus?.id : { node: focus.dataset.node, device: deviceOf(focus) };
  for (const part of document.querySelectorAll("[data-live]")) {
    const other = next.getElementById(part.id);
    if (other && other.outerHTML !== part.outerHTML) part.replaceWith(other);
  }
  scale();
  for (const screen of screens()) screen.scrollTop = places.get(deviceOf(screen)) ?? 0;
  prepare();
  if (document.activeElement === document.body && focused) {
    const found = typeof focused === "string"
      ? document.getElementById(focused) : nodes(focused.node, focused.device)[0];
    found?.focus({ preventScroll: true });
  }
  version = document.getElementById("status").dataset.version;
  const shown = version;
  // The picture is on the screen one animation frame later.
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark(`picture ${shown}`)));
}

async function show(address, options = {}) {
  asking.abort();
  asking = new AbortController();
  const reply = await fetch(address, { signal: asking.signal, ...options });
  replace(await reply.text());
}

/** Makes all screens fit beside each other. */
function scale() {
  const frames = document.getElementById("frames");
  if (!frames) return;
  frames.style.zoom = "";
  const share = frames.clientWidth / frames.scrollWidth;
  if (fit.checked && share < 1) frames.style.zoom = Math.max(0.25, share);
}

/** Shows what `check` finds, which takes longer than the picture; not while pictures follow each other. */
async function check() {
  if (!document.getElementById("findings")) return;
  const { signal } = asking;
  await new Promise((done) => setTimeout(done, 500));
  if (signal.aborted) return;
  const reply = await fetch(`/findings${location.search}`, { signal });
  const next = new DOMParser().parseFromString(await reply.text(), "text/html").getElementById("findings");
  if (next) document.getElementById("findings").replaceWith(next);
}

/** Places pins, and makes one node of each tree reachable with the tab key. */
function prepare() {
  check().catch(ignoringAbort);
  for (const screen of screens()) pin(screen);
  for (const tree of document.querySelectorAll("svg[role=tree]")) {
    if (!tree.querySelector('[tabindex="0"]')) tree.querySelector(".node")?.setAttribute("tabindex", "0");
  }
}

function address(change) {
  const url = new URL(location.href);
  change(url.searchParams);
  history.replaceState(null, "", url);
  return url;
}

const ignoringAbort = (error) => { if (error.name !== "AbortError") throw error; };

// MARK: Choosing a node

const nodes = (path, device) => [...document.querySelectorAll(".screen .node")].filter(
  (node) => node.dataset.node === path && (device === undefined || deviceOf(node) === device));

async function choose(path, device) {
  for (const node of document.querySelectorAll(".node.selected")) {
    node.classList.remove("selected");
    node.setAttribute("aria-selected", "false");
  }
  for (const node of nodes(path, device)) {
    node.classList.add("selected");
    node.setAttribute("aria-selected", "true");
    reach(node);
  }
  const url = address((fields) => {
    fields.set("node", path);
    fields.set("on", device);
  });
  document.querySelector("#base [name=query]").value = url.searchParams.toString();
  const reply = await fetch(`/node${url.search}`);
  const text = await reply.text();
  // Another node may have been chosen in the meantime.
  if (location.href === url.href) document.getElementById("node").innerHTML = text;
}

/** Makes the node the one of its tree that is reachable with the tab key. */
function reach(node) {
  for (const other of node.closest("svg").querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  node.setAttribute("tabindex", "0");
}

async function goTo(path, device) {
  if (!nodes(path, device)[0] && document.querySelector(".page[data-from]")) {
    await show(address((fields) => {
      fields.set("node", path);
      fields.set("on", device);
    })).catch(ignoringAbort);
  }
  const node = nodes(path, device)[0];
  if (!node) return;
  const screen = screenOf(node);
  if (node.closest(".page")) {
    const { top } = node.getBoundingClientRect();
    const zoom = +document.getElementById("frames").style.zoom || 1;
    screen.scrollTop += (top - screen.getBoundingClientRect().top) / zoom - screen.clientHeight / 3;
  }
  reach(node);
  node.focus({ preventScroll: true });
  choose(path, deviceOf(node));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-goto]");
  if (link) {
    event.preventDefault();
    return goTo(link.dataset.node, link.dataset.on);
  }
  const node = event.target.closest(".screen .node");
  if (!node) return;
  reach(node);
  node.focus({ preventScroll: true });
  choose(node.dataset.node, deviceOf(node));
});

const level = (node) => +node.getAttribute("aria-level");
const steps = {
  ArrowDown: (all, at) => all[at + 1],
  ArrowUp: (all, at) => all[at - 1],
  Home: (all) => all[0],
  End: (all) => all[all.length - 1],
  /** The parent node. */
  ArrowLeft: (all, at) => all.slice(0, at).reverse().find((other) => level(other) < level(all[at])),
  /** The first child node. */
  ArrowRight: (all, at) => (all[at + 1] && level(all[at + 1]) > level(all[at]) ? all[at + 1] : undefined),
};

document.addEventListener("keydown", (event) => {
  const node = event.target.closest?.(".node");
  if (!node || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    return choose(node.dataset.node, deviceOf(node));
  }
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...node.closest("svg").querySelectorAll(".node")];
  const next = step(all, all.indexOf(node));
  if (!next) return;
  reach(next);
  next.focus();
});

// MARK: Controls

controls?.addEventListener("change", (event) => {
  if (event.target === fit) return scale();
  const fields = new FormData(controls);
  if (event.target.name === "feed") {
    location.href = `/?${new URLSearchParams(fields)}`;
    return;
  }
  const url = address((old) => {
    for (const name of ["device", "appearance", "direction", "text", "locale", "measures"]) old.delete(name);
    for (const [name, value] of fields) old.append(name, value);
  });
  show(url).catch(ignoringAbort);
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.target === controls) return;
  const body = new URLSearchParams(new FormData(event.target, event.submitter));
  show(event.target.action, { method: "POST", body }).catch(ignoringAbort);
});

document.addEventListener("scroll", (event) => {
  if (!event.target.classList?.contains("scroller")) return;
  pin(event.target);
  draw(event.target).catch(() => {});
}, { capture: true, passive: true });

// MARK: Following the files

async function follow() {
  const status = () => document.getElementById("status");
  for (;;) {
    try {
      const reply = await fetch(`/changes?since=${version}${feed === null ? "" : `&feed=${encodeURIComponent(feed)}`}`);
      const next = await reply.json();
      if (String(next.version) !== version || status().classList.contains("lost")) await show(location.href);
    } catch (error) {
      if (error.name === "AbortError") continue;
      if (!status().classList.contains("lost")) {
        status().classList.add("lost");
        status().textContent = "sectionengine serve does not answer; this is its last picture";
      }
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}

if (controls) {
  controls.querySelector("button").hidden = true;
  fit.parentElement.hidden = false;
}
addEventListener("resize", scale);
scale();
prepare();
follow();

"use strict";
// Details of the node under the pointer or the focus, search, and ways through the nodes by keyboard. Without
// it the picture stays as it is, with titles.
(() => {
  const panel = document.querySelector("aside");
  const list = panel.querySelector("dl");
  const search = document.querySelector("[type=search]");
  const count = document.querySelector("output");
  const button = id => document.getElementById(id);
  const shape = name => document.createElementNS(document.querySelector(".picture svg").namespaceURI, name);
  let chosen = null, pinned = false, found = [], zoom = 1;

  const picture = () => [...document.querySelectorAll(".picture")].find(p => p.getClientRects().length);
  const nodes = () => [...picture().querySelectorAll(".content g[id]")];
  const titleOf = node => node.querySelector(":scope > title").textContent;
  const parentOf = node => {
    let id = node.id;
    while (id.includes(".")) {
      id = id.slice(0, id.lastIndexOf("."));
      const parent = id && document.getElementById(id);
      if (parent && parent.closest(".content")) return parent;
    }
    return null;
  };
  const frameOf = node => {
    const rect = node.querySelector(":scope > rect");
    return ["x", "y", "width", "height"].map(name => Number(rect.getAttribute(name)));
  };
  const number = value => String(Math.round(value * 100) / 100);
  const frame = ([x, y, width, height]) => `${number(x)}, ${number(y)}  ${number(width)} × ${number(height)}`;

  function add(term, text, color) {
    const dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.textContent = term;
    dd.textContent = color && color !== text ? `${text} ${color}` : text;
    if (color) {
      const swatch = document.createElement("span");
      swatch.className = "swatch";
      swatch.style.background = color;
      dd.prepend(swatch);
    }
    list.append(dt, dd);
  }

  const findingsAt = node => [...document.querySelectorAll(".findings-of li[data-node]")]
    .filter(entry => entry.dataset.node === node.id);

  function show(node) {
    list.replaceChildren();
    for (const entry of document.querySelectorAll(".list .current")) entry.classList.remove("current");
    if (!node) return;
    for (const entry of findingsAt(node)) {
      entry.classList.add("current");
      const [name, words] = [...entry.children].map(part => part.textContent);
      add(`${entry.className.split(" ")[0]} ${entry.value}`, `${name}: ${words}`);
    }
    const colors = JSON.parse(node.closest(".picture").dataset.colors);
    const [first, ...rest] = titleOf(node).split("\n");
    const box = frameOf(node), parent = parentOf(node);
    add("path", first.slice(0, first.lastIndexOf(" @")));
    add("frame in the feed", frame(box));
    if (parent) {
      const outer = frameOf(parent);
      add("frame in its parent", frame([box[0] - outer[0], box[1] - outer[1], box[2], box[3]]));
    }
    const name = node.getAttribute("aria-label");
    if (name) add("shows", name);
    for (const [, key, value] of rest.join(" ").matchAll(/([\w-]+)=("(?:[^"\\]|\\.)*"|\S+)/g)) {
      let text = value;
      try { if (value.startsWith('"')) text = JSON.parse(value); } catch { /* cut short */ }
      const isColor = /color|background|border|placeholder|shadow|tint/.test(key);
      add(key, text, isColor ? colors[text] ?? text.match(/^#[0-9a-f]{3,8}$/i)?.[0] : undefined);
    }
  }

  // The free space between two nodes along each axis; negative where they overlap.
  function distance(node) {
    measure(node);
    const [a, b] = [frameOf(chosen), frameOf(node)];
    const gap = (axis, size) => Math.max(b[axis] - a[axis] - a[size], a[axis] - b[axis] - b[size]);
    const words = (value, way) => `${value < 0 ? "overlaps by " : ""}${number(Math.abs(value))} ${way}`;
    for (const entry of list.querySelectorAll(".distance")) entry.remove();
    add(`distance to ${titleOf(node).split(" @")[0]}`, `${words(gap(0, 2), "across")}, ${words(gap(1, 3), "down")}`);
    for (const entry of [...list.children].slice(-2).reverse()) {
      entry.className = "distance";
      list.prepend(entry);
    }
  }

  // The drawn frame: a page of a pager is moved into view.
  function drawn(node) {
    const content = node.closest(".content"), [x, y, width, height] = frameOf(node);
    const { e, f } = content.getScreenCTM().inverse().multiply(node.getScreenCTM());
    return [[x + e, x + e + width], [y + f, y + f + height]];
  }

  const forget = () => { for (const lines of document.querySelectorAll(".distances")) lines.remove(); };

  // Draws the distances to a node: beside the chosen node along each axis, or those of the edges if one node is inside
  // the other.
  function measure(node) {
    forget();
    const group = shape("g"), frames = [drawn(chosen), drawn(node)];
    group.setAttribute("class", "distances");
    const contains = ([outer, inner]) => outer.every(([start, end], axis) => start <= inner[axis][0] && end >= inner[axis][1]);
    const isInside = contains(frames) || contains([...frames].reverse());
    for (const axis of [0, 1]) {
      const [a, b] = frames.map(frame => frame[axis]), [c, d] = frames.map(frame => frame[1 - axis]);
      const shared = [Math.max(c[0], d[0]), Math.min(c[1], d[1])];
      const middle = shared[0] < shared[1] ? (shared[0] + shared[1]) / 2 : (d[0] + d[1]) / 2;
      const gaps = isInside ? [[a[0], b[0]], [a[1], b[1]]] : [a[1] <= b[0] ? [a[1], b[0]] : [b[1], a[0]]];
      for (const [start, end] of gaps.map(gap => isInside ? gap.sort((x, y) => x - y) : gap)) {
        if (end - start < 0.01) continue;
        const path = shape("path"), text = shape("text");
        path.setAttribute("class", "dim");
        path.setAttribute("d", axis ? `M${middle} ${start}V${end}` : `M${start} ${middle}H${end}`);
        text.setAttribute("class", "m");
        text.setAttribute(axis ? "y" : "x", (start + end) / 2 + (axis ? 4 : 0));
        text.setAttribute(axis ? "x" : "y", axis ? middle + 14 : middle - 3);
        text.textContent = number(end - start);
        group.append(path, text);
      }
    }
    node.closest(".content").after(group);
  }

  function resize(value) {
    zoom = Math.min(4, Math.max(0.1, value));
    for (const svg of document.querySelectorAll(".picture svg")) {
      svg.setAttribute("width", svg.viewBox.baseVal.width * zoom);
      svg.setAttribute("height", svg.viewBox.baseVal.height * zoom);
    }
    button("zoom").textContent = `${Math.round(zoom * 100)} %`;
  }

  function choose(node, pin) {
    if (chosen) chosen.classList.remove("chosen");
    forget();
    chosen = node;
    pinned = pin && node !== null;
    if (node) node.classList.add("chosen");
    show(node);
  }

  function go(node) {
    if (!node) return;
    choose(node, true);
    node.setAttribute("tabindex", "-1");
    node.focus({ preventScroll: true });
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  for (const svg of document.querySelectorAll(".picture svg")) {
    svg.setAttribute("tabindex", "0");
    const at = event => event.target.closest(".content g[id]");
    svg.addEventListener("pointerover", event => {
      const node = at(event);
      if (node && !pinned) choose(node, false);
      else if (node && node !== chosen) distance(node);
    });
    svg.addEventListener("pointerleave", forget);
    svg.addEventListener("click", event => {
      const mark = event.target.closest(".findings [data-node]");
      const node = mark ? document.getElementById(mark.dataset.node) : at(event);
      node ? go(node) : choose(null, false);
    });
    svg.addEventListener("keydown", event => {
      const all = nodes(), index = all.indexOf(chosen);
      switch (event.key) {
        case "ArrowDown": go(all[index + 1]); break;
        case "ArrowUp": go(all[Math.max(0, index - 1)]); break;
        case "ArrowLeft": go(chosen && parentOf(chosen)); break;
        case "ArrowRight": go(all[index + 1] && chosen && parentOf(all[index + 1]) === chosen ? all[index + 1] : null); break;
        case "Escape": choose(null, false); svg.focus(); break;
        default: return;
      }
      event.preventDefault();
    });
  }

  function find() {
    for (const node of document.querySelectorAll(".found")) node.classList.remove("found");
    const words = search.value.trim().toLowerCase();
    found = words ? nodes().filter(node =>
      `${titleOf(node)} ${node.getAttribute("aria-label") || ""} ${node.classList.contains("section") ? "" : node.textContent}`
        .toLowerCase().includes(words)) : [];
    for (const node of found) node.classList.add("found");
    count.textContent = words ? `${found.length} found` : "";
  }

  search.addEventListener("input", () => { find(); if (found.length) { choose(found[0], true); found[0].scrollIntoView({ block: "center", inline: "nearest" }); } });
  function step(isBack) {
    if (!found.length) return;
    const step = isBack ? found.length - 1 : 1;
    const next = (found.indexOf(chosen) + step) % found.length;
    choose(found[next], true);
    found[next].scrollIntoView({ block: "center", inline: "nearest" });
    count.textContent = `${next + 1} of ${found.length}`;
  }
  search.addEventListener("keydown", event => { if (event.key === "Enter") step(event.shiftKey); });
  button("next").addEventListener("click", () => step(false));
  button("previous").addEventListener("click", () => step(true));
  button("larger").addEventListener("click", () => resize(zoom * 1.25));
  button("smaller").addEventListener("click", () => resize(zoom / 1.25));
  const fit = () => resize(picture().parentElement.clientWidth / picture().querySelector("svg").viewBox.baseVal.width);
  button("fit").addEventListener("click", () => { zoom === 1 ? fit() : resize(1); });
  for (const entry of document.querySelectorAll(".findings-of li[data-node]")) {
    entry.querySelector("a").addEventListener("click", event => {
      event.preventDefault();
      go(document.getElementById(entry.dataset.node));
    });
  }
  button("copy").addEventListener("click", () => {
    if (chosen) navigator.clipboard.writeText(titleOf(chosen).split(" @")[0]);
  });
  document.addEventListener("keydown", event => {
    if (event.target === search || event.ctrlKey || event.metaKey || event.altKey) return;
    const id = { "+": "larger", "-": "smaller", 0: "fit" }[event.key];
    if (id) button(id).click();
  });
  // On a narrow screen, a picture in its own size would show little more than its margin.
  const isNarrow = () => innerWidth < 900;
  for (const input of document.querySelectorAll("[name=device]")) {
    input.addEventListener("change", () => { choose(null, false); find(); if (isNarrow()) fit(); });
  }
  if (isNarrow()) {
    fit();
    document.querySelector(".list")?.removeAttribute("open");
  }
  for (const element of document.querySelectorAll("[hidden]")) element.hidden = false;
})();

"use strict";
// Cuts pictures into sheets while the page is printed, between sections if possible. Without it, the browser cuts
// them anywhere.
(() => {
  // A sheet is at most this much higher than wide. A picture whose sheets have more elements is not cut.
  const ratio = 1.3, most = 400_000;

  // The ends of the sheets of a picture. A section that is higher than a sheet is cut.
  function ends(svg, { y, width, height }) {
    const content = svg.querySelector(".content");
    const origin = svg.getScreenCTM().inverse().multiply(content.getScreenCTM()).f;
    const edges = [...content.querySelectorAll(":scope > g > rect:first-of-type")]
      .map(({ y, height }) => origin + y.baseVal.value + height.baseVal.value).sort((a, b) => a - b);
    const found = [], room = width * ratio;
    for (let start = y; start + room < y + height; start = found.at(-1)) {
      found.push(edges.findLast(edge => edge > start + room / 4 && edge <= start + room) ?? start + room);
    }
    return [...found, y + height];
  }

  function cut(svg, number) {
    const box = svg.viewBox.baseVal, sheets = ends(svg, box);
    if (sheets.length < 2 || sheets.length * svg.querySelectorAll("*").length > most) return;
    const drawing = document.createElementNS(svg.namespaceURI, "g");
    drawing.id = `printed${number}`;
    const copies = sheets.map((end, index) => {
      const sheet = svg.cloneNode(), use = document.createElementNS(svg.namespaceURI, "use");
      const top = sheets[index - 1] ?? box.y;
      sheet.setAttribute("viewBox", `${box.x} ${top} ${box.width} ${end - top}`);
      for (const attribute of ["width", "height", "tabindex"]) sheet.removeAttribute(attribute);
      sheet.classList.add("sheet");
      use.setAttribute("href", `#${drawing.id}`);
      sheet.append(use);
      return sheet;
    });
    drawing.append(...svg.childNodes);
    svg.append(drawing);
    svg.classList.add("cut");
    svg.after(...copies);
  }

  addEventListener("beforeprint", () => {
    [...document.querySelectorAll(".picture svg, .sides svg")].filter(svg => svg.getClientRects().length).forEach(cut);
  });
  addEventListener("afterprint", () => {
    for (const sheet of document.querySelectorAll(".sheet")) sheet.remove();
    for (const svg of document.querySelectorAll("svg.cut")) {
      svg.classList.remove("cut");
      svg.firstElementChild.replaceWith(...svg.firstElementChild.childNodes);
    }
  });
})();

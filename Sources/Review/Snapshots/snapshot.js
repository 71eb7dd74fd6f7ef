"use strict";
// Scrolls each thumbnail to its first change; the keys j and k go to the next and the previous problem.
(() => {
  const sections = [...document.querySelectorAll("section")];
  let current = -1;
  for (const figure of document.querySelectorAll("figure")) {
    const mark = figure.querySelector(".marks :not(.within)");
    if (mark) figure.scrollTop += mark.getBoundingClientRect().top - figure.getBoundingClientRect().top - 60;
  }
  document.addEventListener("keydown", event => {
    const step = { j: 1, k: -1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey || !sections.length) return;
    current = Math.min(Math.max(current + step, 0), sections.length - 1);
    sections[current].focus();
    sections[current].scrollIntoView({ block: "start" });
  });
})();

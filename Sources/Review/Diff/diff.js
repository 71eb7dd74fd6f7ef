"use strict";
// Shows the chosen change in both pictures at the same height, and scrolls them together. Without it, links lead to
// the page after, and the pictures scroll on their own.
(() => {
  const links = [...document.querySelectorAll("nav a[data-ids]")];
  const [before, after] = document.querySelectorAll("figure");
  const amount = document.getElementById("amount");
  // The distance from the scroll position of the page before to that of the page after.
  let offset = 0, leader = after, current = -1;

  function follow(from, to, sign) {
    for (const name of ["pointerenter", "wheel", "touchstart", "focusin"]) {
      from.addEventListener(name, () => { leader = from; }, { passive: true });
    }
    from.addEventListener("scroll", () => { if (leader === from) to.scrollTop = from.scrollTop + sign * offset; });
  }

  function choose(index) {
    const link = links[index];
    if (!link) return;
    links[current]?.removeAttribute("aria-current");
    for (const mark of document.querySelectorAll(".chosen")) mark.classList.remove("chosen");
    current = index;
    link.setAttribute("aria-current", "true");
    link.scrollIntoView({ block: "nearest" });
    const marks = link.dataset.ids.split(" ").map(id => document.getElementById(id)).filter(mark => mark);
    const tops = marks.map(mark => {
      mark.classList.add("chosen");
      const figure = mark.closest("figure");
      return figure.scrollTop + mark.getBoundingClientRect().top - figure.getBoundingClientRect().top;
    });
    const height = Math.min(after.clientHeight / 3, ...tops);
    marks.forEach((mark, index) => { mark.closest("figure").scrollTop = tops[index] - height; });
    if (marks.length > 1) offset = after.scrollTop - before.scrollTop;
    else if (marks.length) {
      const figure = marks[0].closest("figure");
      if (figure === after) before.scrollTop = after.scrollTop - offset;
      else after.scrollTop = before.scrollTop + offset;
    }
  }

  follow(before, after, 1);
  follow(after, before, -1);
  amount.addEventListener("input", () => document.body.style.setProperty("--amount", amount.value / 100));
  links.forEach((link, index) => link.addEventListener("click", event => {
    event.preventDefault();
    choose(index);
  }));
  document.querySelector(".sides").addEventListener("click", event => {
    const id = event.target.closest(".marks rect")?.id;
    choose(links.findIndex(link => link.dataset.ids.split(" ").includes(id)));
  });
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { j: 1, k: -1 }[event.key];
    if (step) choose(Math.min(Math.max(current + step, 0), links.length - 1));
  });
  choose(0);
})();

// The keyboard: single keys outside of text fields, arrows among cells.
import { isTyping } from "./dom.mjs";

/**
 * The meaning of a key.
 * @param {{key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 * @param {{isTyping: boolean, isOnButton: boolean, isOnCell: boolean, isMeeting: boolean}} place where the focus is, and if a single question is shown
 * @returns {string} "" if the page does not handle the key
 */
export function meaningOf(event, place) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return "";
  if (event.key === "Escape") return "leave";
  if (place.isTyping) return "";
  if (place.isOnCell) {
    const move = { ArrowDown: "cellDown", ArrowUp: "cellUp", ArrowRight: "operationNext", ArrowLeft: "operationPrevious", Home: "cellFirst", End: "cellLast" }[event.key];
    if (move) return move;
  }
  if (event.key === "Enter") return place.isOnButton ? "" : "answer";
  if (/^[1-9]$/.test(event.key) && place.isMeeting) return "choose";
  return { j: "next", n: "next", k: "previous", p: "previous", d: "later", x: "impossible", m: "meeting", "/": "filter", "?": "help", 1: "viewAll", 2: "viewMap", 3: "viewCases" }[event.key] ?? "";
}

/** Starts listening; `commands` has a function for each meaning. */
export function listenToKeys(commands) {
  document.addEventListener("keydown", (event) => {
    const target = event.target;
    const isElement = target instanceof Element;
    if (isElement && target.closest("dialog") && event.key !== "?") return;
    const meaning = meaningOf(event, {
      isTyping: isTyping(target),
      isOnButton: isElement && target.closest("button, a, summary, input") !== null && target.closest(".question-head[aria-expanded=true]") === null,
      isOnCell: isElement && target.closest("button.cell") !== null,
      isMeeting: document.body.dataset.view === "meeting",
    });
    if (meaning === "" || commands[meaning]?.(event) === false) return;
    event.preventDefault();
  });
}

/** Moves the focus among the cells: by one, to the next operation, or to an end. */
export function moveAmongCells(meaning) {
  const cells = [...document.querySelectorAll("button.cell")];
  const place = cells.indexOf(document.activeElement.closest("button.cell"));
  const rowOf = (cell) => cell.closest(".singles tr, .operation:not(.singles)");
  let next = place;
  if (meaning === "cellDown") next = place + 1;
  if (meaning === "cellUp") next = place - 1;
  if (meaning === "cellFirst") next = 0;
  if (meaning === "cellLast") next = cells.length - 1;
  if (meaning === "operationNext") next = cells.findIndex((cell, number) => number > place && rowOf(cell) !== rowOf(cells[place]));
  if (meaning === "operationPrevious") {
    const before = cells.slice(0, place).findLastIndex((cell) => rowOf(cell) !== rowOf(cells[place]));
    next = before < 0 ? -1 : cells.findIndex((cell) => rowOf(cell) === rowOf(cells[before]));
  }
  const cell = cells[next];
  if (!cell) return;
  for (const other of cells) other.tabIndex = other === cell ? 0 : -1;
  cell.focus();
}

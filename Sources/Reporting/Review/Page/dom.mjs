// Elements. Texts from specs are always isolated text nodes, so that none can reorder its neighbours.
import { visible } from "./data.mjs";

/**
 * An element: `el("button.x", { on: { click } }, "text", child)`; classes follow the name, and attributes are optional.
 * Strings are the page's own texts; null and false children are ignored.
 */
export function el(name, properties, ...children) {
  const isPlain = properties?.constructor === Object;
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(" ");
  if (tag === "button") element.type = "button";
  for (const [key, value] of Object.entries(isPlain ? properties : {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "on") for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    else if (key === "value" || key === "checked" || key === "disabled") element[key] = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  append(element, isPlain ? children : [properties, ...children]);
  return element;
}

export function byID(id) {
  return document.getElementById(id);
}

/** Appends nested lists of children. */
export function append(element, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    element.append(child);
  }
  return element;
}

export function said(text, properties = {}) {
  const shown = visible(text);
  return el("bdi", { class: /[!-~]{24}/.test(shown) ? "said is-unbroken" : "said", ...properties }, shown);
}

/** A text truncated to a number of characters, with a mark. */
export function short(text, count) {
  const whole = visible(text);
  return whole.length > count ? `${whole.slice(0, count).replace(/[\ud800-\udbff]$/, "")} …` : whole;
}

/** Longer texts are folded in the panel. */
const mostCharacters = 600;

/** A text from a spec of any length; the rest of a long one unfolds. */
export function long(text, more) {
  const whole = visible(text);
  if (whole.length <= mostCharacters) return said(whole);
  const start = short(whole, mostCharacters - 200);
  const shown = said(start);
  const button = el("button.link", { "aria-expanded": "false", on: { click: () => {
    const isOpen = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!isOpen));
    shown.textContent = isOpen ? start : whole;
  } } }, more);
  return el("span", shown, " ", button);
}

/** Words for screen readers only. */
export function spoken(...words) {
  return el("span.spoken", ...words);
}

export function button(label, click, properties = {}) {
  return el("button", { ...properties, on: { click } }, label);
}

/** A labelled field: the label above the control. */
export function field(label, control, hint) {
  const id = control.id;
  const children = [el("label", { for: id }, label), control];
  if (hint) {
    children.push(el("p.hint", { id: `${id}-hint` }, hint));
    control.setAttribute("aria-describedby", `${id}-hint`);
  }
  return el("div.field", ...children);
}

/** True if a text control has the focus. */
export function isTyping(target) {
  if (!(target instanceof Element)) return false;
  return target.closest("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]") !== null;
}

/** Replaces the content of an element, preserving focus, selection and scrolling. */
export function replaceKeeping(element, content) {
  const active = document.activeElement;
  const key = active && element.contains(active) ? active.id : "";
  const range = key && "selectionStart" in active ? readSelection(active) : null;
  const scrolled = [...element.querySelectorAll("[data-scroll]")].map((box) => [box.dataset.scroll, box.scrollTop, box.scrollLeft]);
  element.replaceChildren(...[content].flat());
  for (const [name, top, left] of scrolled) {
    const box = element.querySelector(`[data-scroll="${CSS.escape(name)}"]`);
    if (box) { box.scrollTop = top; box.scrollLeft = left; }
  }
  const again = key ? byID(key) : null;
  if (!again) return;
  again.focus({ preventScroll: true });
  if (range) try { again.setSelectionRange(...range); } catch { /* a field without a selection */ }
}

function readSelection(control) {
  try {
    return control.selectionStart === null ? null : [control.selectionStart, control.selectionEnd];
  } catch {
    return null;
  }
}

/** Offers a text as a download. */
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

// The changes made by rules: a column per value of a factor, a row per step with an arrow between columns.
import { el, said, short } from "./dom.mjs";
import { visible } from "./data.mjs";

function svg(name, properties, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function drawing({ label: name, values, steps }) {
  const [parts, told] = [[], []];
  const middle = (value) => value * 150 + 75;
  /** A text truncated to the room between two words, with the full text as tooltip. */
  const write = (text, x, y, room, kind) =>
    parts.push(svg("text", { x, y, class: kind }, svg("title", {}, visible(text)), short(text, /[\u2e80-\uffef]/.test(text) ? room / 2 : room).replace(/(?<=\S) \S+ …$/, " …")));
  let y = 44;
  for (const { from, to, labels } of steps) {
    const [left, right] = [middle(from), middle(to)];
    for (const text of labels) write(text, (left + right) / 2, y += 16, Math.abs(to - from) * 22, "step");
    parts.push(svg("path", { d: `M${left} ${y += 8}H${right}m${left < right ? "-8-4 8 4-8" : "8-4-8 4 8"} 4` }));
    y += 12;
    told.push(`${values[from].label} → ${values[to].label}: ${labels.join(", ")}`);
  }
  values.forEach((value, number) => {
    const kind = ["start", "final", "unreached"].find((kind) => value[kind]) ?? "";
    parts.unshift(svg("path", { d: `M${middle(number)} 36V${y}`, class: "lane" }));
    parts.push(svg("rect", { x: middle(number) - 70, y: 6, width: 140, height: 30, rx: 8, class: kind }));
    write(value.label, middle(number), 26, 20, kind);
  });
  const width = values.length * 150;
  return svg("svg", { viewBox: `0 0 ${width} ${y}`, width, role: "img", "aria-label": visible(`${name}: ${told.join("; ")}`) }, ...parts);
}

/** The drawings of a spec, if it has changes. */
export function drawStates(app) {
  const maps = app.spec.shown.states;
  return maps && el("details.notes", { open: true }, el("summary", app.say("states")), maps.map((map) => el("figure.states", { lang: app.spec.language }, el("figcaption", said(map.label)), drawing(map))));
}

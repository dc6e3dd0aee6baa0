// The state of the page in the fragment of its address, so that a link leads to the same spec, view, question and filter.

/** The defaults. */
export const firstState = { spec: "", view: "", question: "", cell: "", case: "", filter: "", show: "", depth: "", status: "", result: "", sort: "", columns: "", owner: "", due: "", language: "" };

const names = { spec: "spec", view: "view", question: "q", cell: "cell", case: "case", filter: "filter", show: "show", depth: "depth", status: "status", result: "result", sort: "sort", columns: "columns", owner: "owner", due: "due", language: "lang" };

/** Parses the fragment. The token is the server's and stays. */
export function parseFragment(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const state = { ...firstState };
  for (const [key, name] of Object.entries(names)) state[key] = given.get(name) ?? "";
  return { state, token: given.get("token") ?? "" };
}

/** Writes the fragment, token first, without default values. */
export function writeFragment(state, token) {
  const given = new URLSearchParams();
  if (token) given.set("token", token);
  for (const [key, name] of Object.entries(names)) if (state[key]) given.set(name, state[key]);
  const text = given.toString().replaceAll("%2F", "/").replaceAll("%3A", ":");
  return text ? `#${text}` : "";
}

/** Parses the position of a cell: "accept.3". */
export function parseCell(text) {
  const place = text.lastIndexOf(".");
  const number = Number(text.slice(place + 1));
  return place > 0 && Number.isInteger(number) && number >= 0 ? { operation: text.slice(0, place), number } : null;
}

export function writeCell(operation, number) {
  return `${operation}.${number}`;
}

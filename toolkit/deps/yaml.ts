/** YAML text: the parser and the writer, without the reading rules (those are the codec's). */
export * from "npm:js-yaml@5.5.0";

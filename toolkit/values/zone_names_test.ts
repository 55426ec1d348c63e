import { assertEquals } from "../deps/assert.ts";
import { isTimeZone } from "./zone_names.ts";

const NAMES: Readonly<Record<string, boolean>> = {
  "Europe/Paris": true,
  "Asia/Calcutta": true,
  "UTC": true,
  "US/Eastern": true,
  "Etc/GMT+5": true,
  "EST": true,
  "europe/paris": false,
  "us/eastern": false,
  "gmt": false,
  "IST": false,
  "PST": false,
  "SystemV/PST8": false,
  "+01:00": false,
  "": false,
  "Local": false,
  "Europe/Rungholt": false,
  "../etc/passwd": false,
};

for (const [name, known] of Object.entries(NAMES)) {
  Deno.test(`isTimeZone() ${known ? "knows" : "does not know"} ${JSON.stringify(name)}`, () => {
    assertEquals(isTimeZone(name), known);
  });
}

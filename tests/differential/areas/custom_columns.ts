/**
 * What columns of custom resources show, by paths and types of all kinds.
 *
 * @module
 */

import type { AnyObject } from "../session.ts";
import { defined, definition } from "./defined.ts";

const SPEC = {
  text: "a <b> & c",
  empty: "",
  none: null,
  whole: 3,
  large: 9007199254740992,
  million: 1000000,
  fraction: 1.5,
  farther: 1234567.5,
  smaller: 0.000012,
  yes: true,
  when: "2020-01-01T00:00:00Z",
  never: "null",
  words: ["x", "y & z"],
  nothing: [],
  nulls: [null, 1],
  parts: [
    { name: "a", n: 1, on: true, more: ["p"] },
    { name: "b", n: 2.5, on: false, more: [] },
    { name: "c", n: 3, note: null },
  ],
  labels: { b: "2", a: "1", "10": { z: 1, y: [1.50, 1e21] } },
};

const PATHS = [
  ...Object.keys(SPEC).map((field) => `.spec.${field}`),
  ".metadata.name",
  ".spec.missing",
  ".spec.missing.more",
  ".spec.none.more",
  ".spec.none[0]",
  ".spec.text.more",
  ".spec.text[0]",
  ".spec.words[0]",
  ".spec.words[-1]",
  ".spec.words[2]",
  ".spec.words[-3]",
  ".spec.words[*]",
  ".spec.words[0,1]",
  ".spec.words[0,2]",
  ".spec.words[0:1]",
  ".spec.words[1:]",
  ".spec.words[0:9]",
  ".spec.words[2:]",
  ".spec.words[:-1]",
  ".spec.words[::2]",
  ".spec.words[1:1]",
  ".spec.nothing[0]",
  ".spec.nothing[*]",
  ".spec.nulls[0]",
  ".spec.nulls[*]",
  ".spec.labels[*]",
  ".spec.labels['a']",
  ".spec.labels['a','b']",
  ".spec.labels.10",
  ".spec.labels.10.y",
  ".spec.parts[*].name",
  ".spec.parts[*].more",
  ".spec.parts[*].more[0]",
  ".spec.parts[0].more[0]",
  ".spec.parts[2].note",
  ".spec.parts[?(@.name=='b')].n",
  '.spec.parts[?(@.name=="b")].n',
  ".spec.parts[?(@.name!='b')].name",
  ".spec.parts[?(@.n>1)].name",
  ".spec.parts[?(@.n==1)].name",
  ".spec.parts[?(@.n>0.5)].name",
  ".spec.parts[?(@.n!=1)].name",
  ".spec.parts[?(@.on==true)].name",
  ".spec.parts[?(@.on==false)].name",
  ".spec.parts[?(@.on!=true)].name",
  ".spec.parts[?(@.note)].name",
  ".spec.parts[?(@.more)].name",
  ".spec.parts[?(@.missing=='x')].name",
  ".spec.parts[?(@.missing!='x')].name",
  ".spec.parts[?(@.note=='x')].name",
  ".spec.parts[?(@.name>'a')].name",
  ".spec.parts[?(@.name<='a')].name",
  ".spec.parts[?(@.name>=1)].name",
  ".spec.labels[?(@.z==1)]",
  ".spec.parts[1].n",
  ".spec..name",
  ".spec.parts..n",
];

const TYPES = ["string", "integer", "number", "boolean", "date"];

/** One definition of all paths and types; the other types stand behind the texts. */
const COLUMNS = TYPES.flatMap((type) =>
  PATHS.map((jsonPath, at) => ({ name: `${type}${at}`, type, jsonPath }))
);

/** Shows an object through all of them. */
export const customColumns = defined(
  "columns by path and type",
  definition(
    "columns",
    { spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    {
      version: { additionalPrinterColumns: COLUMNS },
    },
  ),
  async (session, objects, kind) => {
    const object = { ...kind, metadata: { name: "a" }, spec: SPEC };
    // As text: a program's numbers end before the largest of these.
    await session.post(
      objects,
      JSON.stringify(object).replace("9007199254740992", "9007199254740993"),
    );
    await session.get(`${objects}/a`, {
      accept: "application/json;as=Table;g=meta.k8s.io;v=v1",
      view: ({ rows }: AnyObject) =>
        COLUMNS.map((column, at) => [column.type, column.jsonPath, rows?.[0]?.cells[at + 1]]),
    });
  },
);

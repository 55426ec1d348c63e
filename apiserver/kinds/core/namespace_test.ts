import { testKind } from "../../../testing/kind_tables.ts";
import {
  NO_LABEL as LABEL,
  NO_LABEL_VALUE as VALUE,
  NO_QUALIFIED_NAME as NAME,
} from "../../../testing/name_texts.ts";

const UNQUALIFIED = "name is neither a standard finalizer name nor is it fully qualified";
const finalizers = (...list: string[]) => ({ spec: { finalizers: list } });
const named = (name: string) => ({ metadata: { name } });

testKind({
  group: "",
  resource: "namespaces",
  valid: {},
  good: [
    ["a finalizer with a domain", finalizers("example.com/x")],
    ["a name that starts with a digit", named("0-x")],
  ],
  bad: [
    [
      "a dot in the name",
      named("a.b"),
      'metadata.name: Invalid value: "a.b": must not contain dots',
    ],
    ["capitals in the name", named("A"), `metadata.name: Invalid value: "A": ${LABEL}`],
    [
      "a dash at the end",
      named("a-"),
      `metadata.name: Invalid value: "a-": ${LABEL}`,
      `metadata.labels: Invalid value: "a-": ${VALUE}`,
    ],
    [
      "a dash at the start",
      named("-a"),
      `metadata.name: Invalid value: "-a": ${LABEL}`,
      `metadata.labels: Invalid value: "-a": ${VALUE}`,
    ],
    ["an underscore", named("a_b"), `metadata.name: Invalid value: "a_b": ${LABEL}`],
    [
      "a long name",
      named("a".repeat(64)),
      `metadata.name: Invalid value: "${"a".repeat(64)}": must be no more than 63 characters`,
      `metadata.labels: Invalid value: "${"a".repeat(64)}": must be no more than 63 bytes`,
    ],
    [
      "a finalizer without a domain",
      finalizers("x"),
      `spec.finalizers: Invalid value: "x": ${UNQUALIFIED}`,
    ],
    [
      "finalizers without a domain",
      finalizers("example.com/x", "y", "z"),
      `spec.finalizers: Invalid value: "y": ${UNQUALIFIED}`,
      `spec.finalizers: Invalid value: "z": ${UNQUALIFIED}`,
    ],
    [
      "an empty finalizer",
      finalizers(""),
      'spec.finalizers: Invalid value: "": name part must be non-empty',
      `spec.finalizers: Invalid value: "": ${NAME}`,
      `spec.finalizers: Invalid value: "": ${UNQUALIFIED}`,
    ],
    [
      "a finalizer that is no name",
      finalizers("example.com/a b"),
      `spec.finalizers: Invalid value: "example.com/a b": ${NAME}`,
    ],
    [
      "a namespace of its own",
      { metadata: { namespace: "x" } },
      "metadata.namespace: Forbidden: not allowed on this type",
    ],
    [
      "a bad label",
      { metadata: { labels: { "a b": "" } } },
      `metadata.labels: Invalid value: "a b": ${NAME}`,
    ],
  ],
  defaults: [
    ["the label of its name", {}, { metadata: { labels: { "kubernetes.io/metadata.name": "x" } } }],
    ["its content holds it", {}, { spec: { finalizers: ["kubernetes"] } }],
    [
      "other finalizers are kept",
      finalizers("example.com/x"),
      { spec: { finalizers: ["example.com/x", "kubernetes"] } },
    ],
    ["it begins active", { status: { phase: "Terminating" } }, { status: { phase: "Active" } }],
  ],
  updates: [
    {
      name: "finalizers stay",
      from: finalizers("kubernetes"),
      to: finalizers(),
      becomes: finalizers("kubernetes"),
    },
    {
      name: "the status stays",
      from: { status: { phase: "Active" } },
      to: { status: { phase: "Terminating" } },
      becomes: { status: { phase: "Active" } },
    },
    {
      name: "only finalize changes finalizers",
      through: "finalize",
      from: finalizers("kubernetes"),
      to: finalizers(),
      becomes: { spec: { finalizers: null } },
    },
    {
      name: "finalize wants good ones",
      through: "finalize",
      to: finalizers("x"),
      causes: [`spec.finalizers[0]: Invalid value: "x": ${UNQUALIFIED}`],
    },
    {
      name: "a status that says no phase is of one that stays",
      through: "status",
      from: { status: { phase: "Active" } },
      to: { status: { phase: null } },
      becomes: { status: { phase: "Active" } },
    },
    {
      name: "a status of one that stays says that it ends",
      through: "status",
      from: { status: { phase: "Active" } },
      to: { status: { phase: "Terminating" } },
      causes: [
        'status.Phase: Invalid value: "Terminating": ' +
        "may only be 'Active' if `deletionTimestamp` is empty",
      ],
    },
    {
      name: "a status of one that ends says that it stays",
      through: "status",
      from: {
        metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" },
        status: { phase: "Terminating" },
      },
      to: { status: { phase: "Active" } },
      causes: [
        'status.Phase: Invalid value: "Active": ' +
        "may only be 'Terminating' if `deletionTimestamp` is not empty",
      ],
    },
  ],
  rows: [["its phase", { status: { phase: "Active" } }, { Name: "x", Status: "Active" }]],
});

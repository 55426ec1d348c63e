import { testKind } from "../../../testing/kind_tables.ts";

const spec = (fields: object) => ({ spec: fields });
const EXPRESSION = "must consist only of printable ASCII characters other than '='";

testKind({
  group: "settings.k8s.io",
  version: "v1alpha1",
  resource: "podpresets",
  valid: spec({
    selector: { matchLabels: { a: "b" } },
    env: [{ name: "A", value: "b" }],
    volumes: [{ name: "v", emptyDir: {} }],
    volumeMounts: [{ name: "v", mountPath: "/v" }],
  }),
  good: [["from secrets", spec({ envFrom: [{ secretRef: { name: "s" } }] })]],
  bad: [
    [
      "nothing",
      spec({ env: null, volumes: null, volumeMounts: null }),
      "spec.volumes.env.envFrom.volumeMounts: Required value: must specify at least one",
    ],
    [
      "labels of no kind",
      spec({ selector: { matchExpressions: [{ key: "a", operator: "In" }] } }),
      "spec.selector.matchExpressions[0].values: Required value: must be specified when `operator` " +
      "is 'In' or 'NotIn'",
    ],
    [
      "a volume without a source, seen",
      spec({ volumes: [{ name: "v", hostPath: { path: "" } }] }),
      "spec.volumes[0].hostPath.path: Required value",
      'spec.volumeMounts[0].name: Not found: "v"',
    ],
    [
      "a variable without a name, and one with a bad name",
      spec({ env: [{ name: "" }, { name: "a=b" }] }),
      "spec.env[0].name: Required value",
      'spec.env[1].name: Invalid value: "a=b": a valid environment variable name ' + EXPRESSION,
    ],
    [
      "a mount nowhere",
      spec({ volumeMounts: [{ name: "v", mountPath: "" }] }),
      "spec.volumeMounts[0].mountPath: Required value",
    ],
  ],
  defaults: [[
    "volumes and fields",
    spec({
      env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
      volumes: [{ name: "v", secret: { secretName: "s" } }],
    }),
    spec({
      env: [{
        name: "A",
        valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } },
      }],
      volumes: [{ name: "v", secret: { secretName: "s", defaultMode: 0o644 } }],
    }),
  ]],
});

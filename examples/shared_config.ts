/**
 * Configuration for many namespaces: each that asks for it by a label has a copy, always as it is now.
 *
 * kubectl label namespace shop shared.example.com/database=yes
 *
 * @module
 */

import {
  child,
  ConfigMap,
  defineController,
  defineOperator,
  defineResource,
  Namespace,
  Type,
  watch,
} from "../mod.ts";

const LABEL = "shared.example.com/";

export const SharedConfig = defineResource({
  group: "shared.example.com",
  version: "v1",
  kind: "SharedConfig",
  scope: "Cluster",
  spec: Type.Object({
    data: Type.Record(Type.String(), { maxProperties: 200 }),
  }),
  status: Type.Object({ namespaces: Type.Integer() }),
  columns: [{ name: "Namespaces", path: ".status.namespaces" }],
});

export const operator = defineOperator({
  name: "shared-config-operator",
  controllers: [defineController({
    for: SharedConfig,
    owns: [ConfigMap],
    // Asked of what a namespace was and of what it is: who is no longer named is woken, too.
    watches: [watch(Namespace, {
      to: ({ metadata: { labels = {} } }) =>
        Object.keys(labels).filter((name) => name.startsWith(LABEL))
          .map((name) => name.slice(LABEL.length)),
    })],
    async reconcile({ metadata: { name }, spec: { data } }, ctx) {
      const label = `${LABEL}${name}`;
      const namespaces = ctx.cache.list(Namespace)
        .filter(({ metadata }) =>
          metadata.labels?.[label] !== undefined && metadata.deletionTimestamp === undefined
        );
      await ctx.applySet(
        namespaces.map(({ metadata: { name: namespace } }) =>
          child(ConfigMap, { metadata: { namespace, name, labels: { [label]: "copy" } }, data })
        ),
      );
      ctx.status({ namespaces: namespaces.length, conditions: { Ready: true } });
    },
  })],
});

if (import.meta.main) await operator.main();

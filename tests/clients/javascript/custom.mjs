/** Custom resources: defined, used, and undefined again. */

import {
  ApiextensionsV1Api,
  CustomObjectsApi,
  PatchStrategy,
  setHeaderOptions,
} from "@kubernetes/client-node";
import { plain, refusal, step } from "./report.mjs";
import { follow } from "./watches.mjs";

const group = "js.example.com";
const version = "v1";
const plural = "backups";
const namespace = "default";
const name = "nightly";
const merging = setHeaderOptions("Content-Type", PatchStrategy.MergePatch);

const SCHEMA = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      required: ["schedule"],
      properties: {
        schedule: { type: "string", pattern: "^\\S+( \\S+){4}$" },
        replicas: { type: "integer", format: "int32", minimum: 0, _default: 1 },
        size: { x_kubernetes_int_or_string: true },
        free: { type: "object", x_kubernetes_preserve_unknown_fields: true },
      },
      x_kubernetes_validations: [
        {
          rule: "!has(self.size) || self.replicas < 10",
          message: "sized backups are few",
        },
      ],
    },
    status: {
      type: "object",
      properties: {
        replicas: { type: "integer" },
        selector: { type: "string" },
        phase: { type: "string" },
      },
    },
  },
};

const DEFINITION = {
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: {
      plural,
      singular: "backup",
      kind: "Backup",
      shortNames: ["bk"],
      categories: ["all"],
    },
    versions: [{
      name: version,
      served: true,
      storage: true,
      schema: { openAPIV3Schema: SCHEMA },
      subresources: {
        status: {},
        scale: {
          specReplicasPath: ".spec.replicas",
          statusReplicasPath: ".status.replicas",
          labelSelectorPath: ".status.selector",
        },
      },
      additionalPrinterColumns: [{
        name: "Schedule",
        type: "string",
        jsonPath: ".spec.schedule",
      }],
      selectableFields: [{ jsonPath: ".spec.schedule" }],
    }],
  },
};

/** @param {import("@kubernetes/client-node").KubeConfig} config */
export async function custom(config) {
  const extensions = config.makeApiClient(ApiextensionsV1Api);
  const objects = config.makeApiClient(CustomObjectsApi);
  const kind = { group, version, namespace, plural };
  const body = (more) => ({
    apiVersion: `${group}/${version}`,
    kind: "Backup",
    metadata: { name },
    spec: {
      schedule: "0 3 * * *",
      free: { any: [1, { b: null }], thing: "é" },
      ...more,
    },
  });
  const subject = "custom resources";
  await step(subject, "define", async () => {
    const { spec } = plain(
      await extensions.createCustomResourceDefinition({ body: DEFINITION }),
    );
    while (!(await established(extensions)));
    return spec;
  });
  await step(
    subject,
    "create",
    async () =>
      plain(
        await objects.createNamespacedCustomObject({ ...kind, body: body() }),
      ),
  );
  for (
    const [what, wrong] of [
      ["a wrong type", { replicas: "many" }],
      ["a wrong pattern", { schedule: "daily" }],
      ["a rule that does not hold", { replicas: 12, size: "10%" }],
      ["nothing that is required", { schedule: undefined }],
    ]
  ) {
    await step(subject, `refuse ${what}`, () => {
      const wrongly = { ...body(wrong), metadata: { name: "wrong" } };
      return refusal(() => objects.createNamespacedCustomObject({ ...kind, body: wrongly }));
    });
  }
  await step(subject, "refuse unknown fields, strictly", () => {
    const wrongly = { ...body({ unknown: 1 }), metadata: { name: "wrong" } };
    return refusal(() => {
      return objects.createNamespacedCustomObject({
        ...kind,
        body: wrongly,
        fieldValidation: "Strict",
      });
    });
  });
  await step(
    subject,
    "read",
    async () => plain(await objects.getNamespacedCustomObject({ ...kind, name })),
  );
  await step(subject, "list of all namespaces", async () => {
    const list = await objects.listCustomObjectForAllNamespaces({
      group,
      version,
      resourcePlural: plural,
      plural,
    });
    return { kind: list.kind, items: plain(list.items) };
  });
  await step(subject, "list by a field", async () => {
    const of = async (fieldSelector) => {
      return (await objects.listNamespacedCustomObject({
        ...kind,
        fieldSelector,
      })).items.length;
    };
    return [
      await of("spec.schedule=0 3 * * *"),
      await of("spec.schedule=other"),
    ];
  });
  await step(subject, "merge", async () => {
    return plain(
      await objects.patchNamespacedCustomObject({
        ...kind,
        name,
        body: { spec: { free: { any: null, more: true } } },
      }, merging),
    );
  });
  await step(subject, "a strategic merge is refused", () => {
    return refusal(() => {
      return objects.patchNamespacedCustomObject(
        { ...kind, name, body: {} },
        setHeaderOptions("Content-Type", PatchStrategy.StrategicMergePatch),
      );
    });
  });
  await step(subject, "status", async () => {
    const status = { phase: "Done", replicas: 3, selector: "app=a" };
    return plain(
      await objects.patchNamespacedCustomObjectStatus({
        ...kind,
        name,
        body: { status, spec: { replicas: 8 } },
      }, merging),
    );
  });
  await step(subject, "scale", async () => {
    const before = plain(
      await objects.getNamespacedCustomObjectScale({ ...kind, name }),
    );
    const after = plain(
      await objects.patchNamespacedCustomObjectScale({
        ...kind,
        name,
        body: { spec: { replicas: 4 } },
      }, merging),
    );
    return { before, after };
  });
  await step(
    subject,
    "delete",
    async () =>
      plain(await objects.deleteNamespacedCustomObject({ ...kind, name }))
        .status,
  );
  await step(subject, "delete all of none", async () => {
    const answer = await objects.deleteCollectionNamespacedCustomObject(kind);
    return { kind: answer.kind, items: answer.items?.length };
  });
  await step(subject, "a watch from before the definition", async () => {
    const path = `/apis/${group}/${version}/${plural}`;
    // Until what was then is compacted away a watch may also tell of it, and ends by itself.
    for (;;) {
      const { error, events } = await follow(config, {
        resourceVersion: "1",
        timeoutSeconds: 1,
      }, path).ended;
      if (error === 410 || events.some(({ code }) => code === 410)) {
        return "gone";
      }
    }
  });
  await step(subject, "undefine", async () => {
    await extensions.deleteCustomResourceDefinition({
      name: DEFINITION.metadata.name,
    });
    for (;;) {
      try {
        await extensions.readCustomResourceDefinition({
          name: DEFINITION.metadata.name,
        });
      } catch (error) {
        if (error.code === 404) return;
        throw error;
      }
    }
  });
}

async function established(extensions) {
  const { status } = await extensions.readCustomResourceDefinition({
    name: DEFINITION.metadata.name,
  });
  return status?.conditions?.some(({ type, status }) =>
    type === "Established" && status === "True"
  );
}

/** What is done to objects of one kind: all verbs, all patches, all that is refused. */

import { AppsV1Api, CoreV1Api, PatchStrategy, setHeaderOptions } from "@kubernetes/client-node";
import { plain, refusal, step } from "./report.mjs";

const namespace = "default";

/** @param {import("@kubernetes/client-node").KubeConfig} config */
export async function writes(config) {
  const core = config.makeApiClient(CoreV1Api);
  const apps = config.makeApiClient(AppsV1Api);
  await configMaps(core);
  await patches(core);
  await pages(core);
  await deletions(core);
  await deployments(apps);
}

const map = (name, data, labels) => ({ metadata: { name, labels }, data });

async function configMaps(core) {
  const subject = "config maps";
  const name = "js-map";
  const create = (body, more) => core.createNamespacedConfigMap({ namespace, body, ...more });
  await step(subject, "create without applying", async () => {
    const made = await create(map(name, { a: "1" }), { dryRun: "All" });
    return plain(made);
  });
  await step(
    subject,
    "create",
    async () => plain(await create(map(name, { a: "1" }))),
  );
  await step(
    subject,
    "create again",
    () => refusal(() => create(map(name, { a: "1" }))),
  );
  await step(subject, "create with a generated name", async () => {
    const made = await create({ metadata: { generateName: "js-made-" } });
    await core.deleteNamespacedConfigMap({
      namespace,
      name: made.metadata.name,
    });
    return made.metadata.name.length;
  });
  await step(
    subject,
    "create without a name",
    () => refusal(() => create({ metadata: {} })),
  );
  await step(
    subject,
    "create with a bad name",
    () => refusal(() => create(map("Bad_Name", {}))),
  );
  await step(subject, "create with unknown fields, strictly", () => {
    const body = {
      ...map("js-strict", {}),
      metadata: { name: "js-strict", labels: { "a/b/c": "d" } },
    };
    return refusal(() => create(body, { fieldValidation: "Strict" }));
  });
  await step(subject, "create in no namespace", () => {
    return refusal(() =>
      core.createNamespacedConfigMap({
        namespace: "nowhere",
        body: map("a", {}),
      })
    );
  });
  await step(subject, "read", async () => {
    const { metadata, data } = await core.readNamespacedConfigMap({
      namespace,
      name,
    });
    if (!(metadata.creationTimestamp instanceof Date)) {
      throw new Error("no date of creation");
    }
    return {
      data,
      managers: metadata.managedFields.map(({ manager, operation }) => ({
        manager,
        operation,
      })),
    };
  });
  await step(subject, "read nothing", () => {
    return refusal(() => core.readNamespacedConfigMap({ namespace, name: "nothing" }));
  });
  await step(subject, "replace", async () => {
    const read = await core.readNamespacedConfigMap({ namespace, name });
    read.data.b = "2";
    read.metadata.annotations = { note: "ünïcödé 🎛" };
    return plain(
      await core.replaceNamespacedConfigMap({ namespace, name, body: read }),
    );
  });
  await step(subject, "replace what has changed", async () => {
    const read = await core.readNamespacedConfigMap({ namespace, name });
    await core.replaceNamespacedConfigMap({
      namespace,
      name,
      body: { ...read, data: { c: "3" } },
    });
    return refusal(() => core.replaceNamespacedConfigMap({ namespace, name, body: read }));
  });
  await step(subject, "replace another's", async () => {
    const body = map("another", {});
    return await refusal(() => core.replaceNamespacedConfigMap({ namespace, name, body }));
  });
  await step(subject, "delete", async () => {
    return plain(await core.deleteNamespacedConfigMap({ namespace, name }))
      .status;
  });
  await step(subject, "delete again", () => {
    return refusal(() => core.deleteNamespacedConfigMap({ namespace, name }));
  });
}

async function patches(core) {
  const subject = "patches";
  const name = "js-patched";
  await core.createNamespacedConfigMap({
    namespace,
    body: map(name, { a: "1", b: "2" }),
  });
  const patch = async (strategy, body, more) => {
    return plain(
      await core.patchNamespacedConfigMap(
        { namespace, name, body, ...more },
        setHeaderOptions("Content-Type", strategy),
      ),
    );
  };
  await step(
    subject,
    "merge",
    () => patch(PatchStrategy.MergePatch, { data: { a: null, c: "3" } }),
  );
  await step(subject, "strategic merge", () => {
    return patch(PatchStrategy.StrategicMergePatch, {
      metadata: { labels: { kind: "merged" } },
    });
  });
  await step(subject, "JSON patch", () => {
    return patch(PatchStrategy.JsonPatch, [
      { op: "test", path: "/data/b", value: "2" },
      { op: "replace", path: "/data/b", value: "two" },
      {
        op: "add",
        path: "/metadata/annotations",
        value: { "example.com/slash": "1" },
      },
      { op: "remove", path: "/metadata/annotations/example.com~1slash" },
    ]);
  });
  await step(subject, "JSON patch whose test fails", () => {
    return refusal(() =>
      patch(PatchStrategy.JsonPatch, [{
        op: "test",
        path: "/data/b",
        value: "2",
      }])
    );
  });
  await step(subject, "JSON patch of nothing there", () => {
    return refusal(() => patch(PatchStrategy.JsonPatch, [{ op: "remove", path: "/data/none" }]));
  });
  const applied = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name },
    data: { applied: "yes" },
  };
  await step(subject, "apply", () => {
    return patch(PatchStrategy.ServerSideApply, applied, {
      fieldManager: "js",
    });
  });
  await step(subject, "apply what another has", () => {
    const body = { ...applied, data: { b: "three" } };
    return refusal(() => patch(PatchStrategy.ServerSideApply, body, { fieldManager: "js" }));
  });
  await step(subject, "apply by force", () => {
    const body = { ...applied, data: { b: "three" } };
    return patch(PatchStrategy.ServerSideApply, body, {
      fieldManager: "js",
      force: true,
    });
  });
  await step(subject, "apply without a manager", () => {
    return refusal(() => patch(PatchStrategy.ServerSideApply, applied));
  });
  await step(subject, "in a type that is no patch", () => {
    return refusal(() => patch("application/json", { data: {} }));
  });
  await core.deleteNamespacedConfigMap({ namespace, name });
}

async function pages(core) {
  const subject = "pages";
  const labelSelector = "page=js";
  await step(subject, "make", async () => {
    await Promise.all(Array.from({ length: 25 }, (_, number) => {
      const body = map(`js-page-${String(number).padStart(2, "0")}`, {}, {
        page: "js",
        odd: `${number % 2}`,
      });
      return core.createNamespacedConfigMap({ namespace, body });
    }));
  });
  await step(subject, "one after the other", async () => {
    const sizes = [];
    const names = [];
    let _continue;
    do {
      const { metadata, items } = await core.listNamespacedConfigMap({
        namespace,
        labelSelector,
        limit: 10,
        _continue,
      });
      sizes.push([items.length, metadata.remainingItemCount]);
      names.push(...items.map((item) => item.metadata.name));
      _continue = metadata._continue;
    } while (_continue);
    return { sizes, names };
  });
  await step(subject, "selected", async () => {
    const names = async (selectors) => {
      const { items } = await core.listNamespacedConfigMap({
        namespace,
        ...selectors,
      });
      return items.map((item) => item.metadata.name);
    };
    return {
      labels: await names({ labelSelector: "page=js,odd notin (0),!none" }),
      fields: await names({ fieldSelector: "metadata.name=js-page-07" }),
      both: await names({
        labelSelector: "page in (js)",
        fieldSelector: "metadata.name!=js-page-07",
      }),
    };
  });
  await step(subject, "a token that is none", () => {
    return refusal(() => core.listNamespacedConfigMap({ namespace, limit: 1, _continue: "none" }));
  });
  await step(subject, "a selector that is none", () => {
    return refusal(() => core.listNamespacedConfigMap({ namespace, labelSelector: "a==" + "b=c" }));
  });
  await step(subject, "a field that can't be selected", () => {
    return refusal(() => core.listNamespacedConfigMap({ namespace, fieldSelector: "data.a=b" }));
  });
  await step(subject, "delete the selected", async () => {
    const { kind, items, status } = await core
      .deleteCollectionNamespacedConfigMap({ namespace, labelSelector });
    const left = await core.listNamespacedConfigMap({
      namespace,
      labelSelector,
    });
    return { kind, status, deleted: items?.length, left: left.items.length };
  });
}

async function deletions(core) {
  const subject = "deletions";
  const name = "js-held";
  const finalizers = ["example.com/hold"];
  const make = () =>
    core.createNamespacedConfigMap({
      namespace,
      body: { metadata: { name, finalizers } },
    });
  await step(subject, "of another object of the name", async () => {
    await make();
    return (await refusal(() => {
      const body = {
        preconditions: { uid: "00000000-0000-0000-0000-000000000000" },
      };
      return core.deleteNamespacedConfigMap({ namespace, name, body });
    })).code;
  });
  await step(subject, "of what is held", async () => {
    const answer = await core.deleteNamespacedConfigMap({
      namespace,
      name,
      propagationPolicy: "Background",
    });
    const read = await core.readNamespacedConfigMap({ namespace, name });
    return {
      kind: answer.kind,
      status: answer.status,
      deleting: read.metadata.deletionTimestamp instanceof Date,
    };
  });
  await step(subject, "once it is let go", async () => {
    await core.patchNamespacedConfigMap(
      { namespace, name, body: { metadata: { finalizers: null } } },
      setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
    );
    return await refusal(() => core.readNamespacedConfigMap({ namespace, name }));
  });
  await step(subject, "in no known way", () => {
    return refusal(() =>
      core.deleteNamespacedConfigMap({
        namespace,
        name,
        propagationPolicy: "Sideways",
      })
    );
  });
}

async function deployments(apps) {
  const subject = "deployments";
  const name = "js-web";
  const labels = { app: name };
  const body = {
    metadata: { name },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      strategy: {
        type: "RollingUpdate",
        rollingUpdate: { maxSurge: "50%", maxUnavailable: 1 },
      },
      template: {
        metadata: { labels },
        spec: {
          containers: [{
            name: "web",
            image: "nginx",
            ports: [{ containerPort: 80 }],
          }],
        },
      },
    },
  };
  await step(
    subject,
    "create",
    async () => plain(await apps.createNamespacedDeployment({ namespace, body })),
  );
  await step(subject, "merge a container by its name", async () => {
    const patch = {
      spec: {
        template: {
          spec: {
            containers: [{ name: "web", env: [{ name: "A", value: "1" }] }],
          },
        },
      },
    };
    return plain(
      await apps.patchNamespacedDeployment(
        { namespace, name, body: patch },
        setHeaderOptions("Content-Type", PatchStrategy.StrategicMergePatch),
      ),
    );
  });
  await step(subject, "scale", async () => {
    const scale = await apps.readNamespacedDeploymentScale({ namespace, name });
    scale.spec.replicas = 5;
    const scaled = await apps.replaceNamespacedDeploymentScale({
      namespace,
      name,
      body: scale,
    });
    const { spec } = await apps.readNamespacedDeployment({ namespace, name });
    return { scaled: plain(scaled), replicas: spec.replicas };
  });
  await step(subject, "write a status", async () => {
    const read = await apps.readNamespacedDeployment({ namespace, name });
    read.status = {
      replicas: 5,
      conditions: [{
        type: "Available",
        status: "True",
        lastUpdateTime: new Date(0),
        lastTransitionTime: new Date(0),
      }],
    };
    read.spec.replicas = 9;
    return plain(
      await apps.replaceNamespacedDeploymentStatus({
        namespace,
        name,
        body: read,
      }),
    );
  });
  await step(subject, "a selector can't be changed", async () => {
    const read = await apps.readNamespacedDeployment({ namespace, name });
    read.spec.selector.matchLabels.more = "yes";
    return await refusal(() => apps.replaceNamespacedDeployment({ namespace, name, body: read }));
  });
  await step(subject, "many errors at once", () => {
    const wrong = structuredClone(body);
    wrong.metadata.name = "js-wrong";
    wrong.spec.replicas = -1;
    wrong.spec.strategy.rollingUpdate.maxSurge = "many";
    wrong.spec.template.spec.containers[0].image = "";
    wrong.spec.template.spec.containers[0].ports[0].containerPort = 70000;
    return refusal(() => apps.createNamespacedDeployment({ namespace, body: wrong }));
  });
  await step(subject, "delete", async () => {
    return plain(await apps.deleteNamespacedDeployment({ namespace, name }))
      .status;
  });
}

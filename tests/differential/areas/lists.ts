/**
 * Collections: pages, selectors, versions, forms.
 *
 * @module
 */

import { collection, type Kind, objectOf } from "../kinds.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { Session } from "../session.ts";

export const lists: Area = {
  name: "lists",
  *scenarios({ kinds }) {
    yield* [pages, labels, fields, versions, forms, forgotten];
    for (const kind of kinds) if (kind.verbs.includes("list")) yield formsOf(kind);
    for (const kind of kinds) if (kind.verbs.includes("list")) yield fieldsOf(kind);
  },
};

const query = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;

/** Config maps of several labels in a namespace of their own. */
async function five(session: Session): Promise<string> {
  const maps = `${await session.namespace()}/configmaps`;
  for (const [index, name] of ["a", "b", "c", "d", "e"].entries()) {
    const labels = { app: name, even: String(index % 2 === 0), ...(index > 2 && { late: "" }) };
    await session.post(maps, { metadata: { name, labels }, data: { index: String(index) } });
  }
  return maps;
}

const pages: Scenario = {
  name: "pages",
  async run(session) {
    const maps = await five(session);
    let last = "";
    for (let from = "", page = 0; page < 4; page++) {
      const parameters = { limit: "2", ...(from !== "" && { continue: from }) };
      const { json } = await session.get(maps + query(parameters));
      from = json.metadata?.continue ?? "";
      if (from === "") break;
      last = from;
    }
    for (const limit of ["0", "1", "5", "6", "-1", "x", "", "1.5", "9223372036854775808"]) {
      await session.get(maps + query({ limit }));
    }
    const { json } = await session.get(maps + query({ limit: "2", labelSelector: "even=true" }));
    const token: string = json.metadata?.continue ?? "";
    await session.get(maps + query({ limit: "2", labelSelector: "even=true", continue: token }));
    await session.get(maps + query({ limit: "2", continue: token, resourceVersion: "0" }));
    await session.get(maps + query({ limit: "2", continue: token, resourceVersion: "1" }));
    await session.get(
      maps + query({
        continue: token,
        resourceVersionMatch: "Exact",
        resourceVersion: json.metadata?.resourceVersion ?? "",
      }),
    );
    for (const bad of ["x", "e30", "eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ", `${token}x`, "%"]) {
      await session.get(maps + query({ limit: "2", continue: bad }));
    }
    await session.delete(`${maps}/d`);
    await session.get(maps + query({ limit: "2", continue: last }));
    await session.get(`/api/v1/configmaps${query({ limit: "1" })}`, {
      accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
    });
    for (const accept of TABLES) await session.get(maps + query({ limit: "2" }), { accept });
  },
};

const TABLES = ["v1", "v1beta1"].map((v) => `application/json;as=Table;g=meta.k8s.io;v=${v}`);

const LABELS = [
  "app=a",
  "app==a",
  "app!=a",
  "app",
  "!app",
  "late",
  "!late",
  "late=",
  "app in (a,b)",
  "app notin (a,b)",
  "app in ()",
  "app in (a",
  "app in a",
  "app in (,)",
  "app=a,even=true",
  "app=a,",
  ",",
  " ",
  "app = a , even",
  "app=a b",
  "=a",
  "app=",
  "app=='a'",
  "even>0",
  "index>x",
  "app<5",
  "a/b/c=d",
  "-app=a",
  "app=-a",
  "App=a",
  `app=${"x".repeat(64)}`,
  `${"x".repeat(254)}/y=a`,
  "!",
  "app!",
  "app===a",
  "app in (a),even in (true),!late",
];

const labels: Scenario = {
  name: "label selectors",
  async run(session) {
    const maps = await five(session);
    for (const labelSelector of LABELS) await session.get(maps + query({ labelSelector }));
    for (const labelSelector of LABELS) {
      await session.delete(`${maps}${query({ labelSelector, dryRun: "All" })}`);
    }
  },
};

const FIELDS = [
  "metadata.name=a",
  "metadata.name==a",
  "metadata.name!=a",
  "metadata.name=",
  "metadata.name",
  "metadata.namespace=default",
  "metadata.name=a,metadata.namespace!=x",
  "metadata.labels=x",
  "data.index=1",
  "spec.nodeName=x",
  "=a",
  ",",
  "metadata.name=a\\,b",
  "metadata.name=a\\",
  "metadata.name=a\\x",
  "metadata.name in (a)",
  "metadata.name=a=b",
];

const fields: Scenario = {
  name: "field selectors",
  async run(session) {
    const maps = await five(session);
    for (const fieldSelector of FIELDS) await session.get(maps + query({ fieldSelector }));
    for (const fieldSelector of FIELDS) {
      await session.get(`/api/v1/configmaps${query({ fieldSelector, limit: "1" })}`);
    }
  },
};

const MATCHES = [undefined, "", "Exact", "NotOlderThan", "exact"];

const versions: Scenario = {
  name: "versions",
  async run(session) {
    const maps = await five(session);
    const { json } = await session.get(maps);
    const now: string = json.metadata?.resourceVersion ?? "";
    const { json: one } = await session.get(`${maps}/a`);
    const first: string = one.metadata?.resourceVersion ?? "";
    await session.delete(`${maps}/b`);
    for (const resourceVersion of [undefined, "", "0", first, now, "x", "-1", "1.5", "00"]) {
      for (const resourceVersionMatch of MATCHES) {
        for (const limit of [undefined, "2"]) {
          const parameters = {
            ...(resourceVersion !== undefined && { resourceVersion }),
            ...(resourceVersionMatch !== undefined && { resourceVersionMatch }),
            ...(limit !== undefined && { limit }),
          };
          await session.get(maps + query(parameters));
        }
      }
      if (resourceVersion !== undefined) {
        await session.get(`${maps}/a${query({ resourceVersion })}`);
      }
    }
    await session.get(`${maps}${query({ resourceVersion: "0", sendInitialEvents: "true" })}`);
    await session.get(`${maps}/a${query({ resourceVersion: "0", resourceVersionMatch: "Exact" })}`);
    await session.delete(`${maps}${query({ resourceVersion: now })}`);
  },
};

const future: Scenario = {
  name: "a version that is yet to come",
  async run(session) {
    const maps = await five(session);
    const resourceVersion = "999999999";
    await session.get(maps + query({ resourceVersion }));
    await session.get(`${maps}/a${query({ resourceVersion })}`);
  },
};

const ACCEPTS = [
  "*/*",
  "application/*",
  "application/json",
  "application/json;pretty=1",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/vnd.kubernetes.protobuf,application/json",
  "application/cbor",
  "application/cbor,application/json",
  "text/html",
  "text/plain",
  "image/png",
  "",
  "x",
  "application/json;q=0",
  "application/json;q=0.1,application/yaml;q=0.9",
  "application/json;as=Table;g=meta.k8s.io;v=v1",
  "application/json;as=Table;g=meta.k8s.io;v=v1beta1",
  "application/json;as=Table;g=meta.k8s.io;v=v2",
  "application/json;as=Table;g=meta.k8s.io;v=v2,application/json",
  "application/json;as=Table;v=v1;g=meta.k8s.io, application/json",
  "application/json;as=Table;g=x;v=v1",
  "application/json;as=Table",
  "application/json;g=meta.k8s.io;v=v1",
  "application/json;v=v1,application/yaml",
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
  "application/json;as=Pod;g=;v=v1",
  "application/yaml;as=Table;g=meta.k8s.io;v=v1",
  "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
  "application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1",
  "application/json;stream=watch",
  "application/json;charset=utf-8",
  "application/json; profile=x",
  "application/merge-patch+json",
];

const forms: Scenario = {
  name: "forms",
  async run(session) {
    const maps = await five(session);
    for (const accept of ACCEPTS) {
      await session.get(`${maps}/a`, { accept });
      await session.get(maps, { accept });
    }
    for (const includeObject of ["None", "Metadata", "Object", "", "none"]) {
      for (const path of [maps, `${maps}/a`]) {
        await session.get(path + query({ includeObject }), { accept: TABLES[0]! });
      }
    }
    await session.get(`${maps}?pretty=true`);
    await session.get(`${maps}/a?pretty=0`);
    await session.get(`${maps}/a`, { headers: { "accept-encoding": "gzip" } });
    for (const accept of ACCEPTS) {
      await session.post(`${maps}?dryRun=All`, { metadata: { name: "n" } }, { accept });
      await session.get(`${maps}/nobody`, { accept });
    }
  },
};

/** Lists of what is not there. */
const forgotten: Scenario = {
  name: "nowhere",
  async run(session) {
    for (
      const path of [
        "/api/v1/namespaces/nobody/configmaps",
        "/apis/apps/v1/namespaces/nobody/deployments",
      ]
    ) {
      await session.get(path);
      await session.get(`${path}/x`);
      await session.post(path, { metadata: { name: "x" } });
      await session.delete(path);
    }
    await future.run(session);
  },
};

/** The collection of a kind over the whole cluster, in each form. */
function formsOf(kind: Kind): Scenario {
  const [table] = kind.tables;
  return {
    name: `forms of ${collection(kind)}`,
    async run(session) {
      const objects = collection(kind, kind.namespaced ? await session.namespace() : "");
      if (table !== undefined && kind.namespaced) {
        for (const name of ["a", "b"]) await session.post(objects, objectOf(kind, table, name));
      }
      const none = kind.namespaced ? "" : "&labelSelector=nobody";
      for (
        const accept of [
          "application/json",
          "application/yaml",
          "application/vnd.kubernetes.protobuf",
          ...TABLES,
        ]
      ) {
        await session.get(`${objects}?limit=5${none}`, { accept });
      }
      const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
      await session.get(`${objects}?limit=1${none}`, { accept });
    },
  };
}

const SELECTABLE = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.restartPolicy",
  "spec.schedulerName",
  "spec.serviceAccountName",
  "spec.hostNetwork",
  "spec.unschedulable",
  "spec.clusterIP",
  "spec.type",
  "spec.signerName",
  "spec.nodeName ",
  "status.phase",
  "status.podIP",
  "status.podIPs",
  "status.nominatedNodeName",
  "status.replicas",
  "status.successful",
  "type",
  "reason",
  "reportingComponent",
  "source",
  "involvedObject.kind",
  "involvedObject.name",
  "regarding.name",
  "spec.driver",
];

/** Which fields of a kind can be selected by. */
function fieldsOf(kind: Kind): Scenario {
  return {
    name: `fields of ${collection(kind)}`,
    async run(session) {
      for (const field of SELECTABLE) {
        await session.get(
          `${collection(kind)}${query({ fieldSelector: `${field}=nobody`, limit: "1" })}`,
        );
      }
    },
  };
}

/**
 * Which paths a resource has, and what can be done there.
 *
 * @module
 */

import { type Dialect, NAMES } from "../../toolkit/names.ts";
import {
  type GroupVersionKind,
  type Schema,
  schemaOf,
  type StructType,
} from "../../toolkit/schema/mod.ts";
import { patchMediaTypes } from "../patch/mod.ts";
import {
  type DescribedGroupVersion,
  type DescribedResource,
  type DescribedSubresource,
  pathOf,
} from "./described.ts";
import {
  capitalized,
  customDefinitionName,
  groupVersionName,
  patchDefinitionName,
  tagOf,
} from "./names.ts";
import { type Content, discoveryPath, type Operation, type Path } from "./path.ts";
import {
  CHOOSING,
  DELETING,
  FORCE,
  NAME,
  NAMESPACE,
  type Parameter,
  PRETTY,
  PROXY_PATH,
  WATCHING,
  WRITING,
} from "./parameters.ts";

const ANY = ["*/*"];

const APPLY_PATCH = "application/apply-patch+yaml";

/** The paths of one group version. */
export class Operations {
  readonly #dialect: Dialect;
  readonly #schema: Schema;
  readonly #group: string;
  readonly #version: string;
  readonly #tag: string;
  readonly #name: string;
  readonly #produces: readonly string[];
  readonly #patch: string;

  constructor(
    dialect: Dialect,
    { group, version }: Pick<DescribedGroupVersion, "group" | "version">,
  ) {
    this.#dialect = dialect;
    this.#schema = schemaOf(dialect);
    this.#patch = patchDefinitionName(dialect);
    this.#group = group;
    this.#version = version;
    this.#tag = tagOf(group, version, dialect);
    this.#name = groupVersionName(group, version, dialect);
    this.#produces = [
      "application/json",
      "application/yaml",
      NAMES[dialect].protobufMediaType,
    ];
  }

  /** The path of the group version's discovery. */
  discovery(): Path {
    return discoveryPath({
      path: `/${pathOf(this.#group, this.#version)}/`,
      id: `get${this.#name}APIResources`,
      tag: this.#tag,
      answer: this.#meta("APIResourceList"),
      produces: this.#produces,
    });
  }

  /** The paths of a resource. */
  ofResource(resource: DescribedResource): Path[] {
    const root = `/${pathOf(this.#group, this.#version)}`;
    const scoped = resource.namespaced ? `${root}/namespaces/{namespace}` : root;
    const collection = `${scoped}/${resource.resource}`;
    const scope = resource.namespaced ? [NAMESPACE] : [];
    const paths: Path[] = [{
      path: collection,
      parameters: [...scope, ...PRETTY],
      operations: this.#collection(resource),
    }, {
      path: `${collection}/{name}`,
      parameters: [NAME, ...scope, ...PRETTY],
      operations: this.#object(resource),
    }];
    for (const subresource of resource.subresources.values()) {
      paths.push(...this.#subresource(resource, subresource, `${collection}/{name}`, scope));
    }
    if (resource.namespaced && resource.verbs.includes("list")) {
      paths.push({
        path: `${root}/${resource.resource}`,
        parameters: PRETTY,
        operations: [this.#list(resource, `list${this.#name}${resource.kind}ForAllNamespaces`)],
      });
    }
    const known = paths.filter(({ operations }) => operations.length > 0);
    return resource.type === undefined ? known.map(ofCustom) : known;
  }

  #collection(resource: DescribedResource): Operation[] {
    const { verbs, kind } = resource;
    const content = this.#content(resource);
    const id = (verb: string) => `${verb}${this.#name}${scopeOf(resource)}${kind}`;
    const operations: Operation[] = [];
    if (verbs.includes("list")) operations.push(this.#list(resource, id("list")));
    if (verbs.includes("create")) {
      operations.push({
        ...this.#operation(resource, id("create"), "post", "post"),
        parameters: WRITING,
        body: { content, required: true },
        answer: content,
        codes: [200, 201, 202],
      });
    }
    if (verbs.includes("deletecollection")) {
      operations.push({
        ...this.#operation(
          resource,
          `delete${this.#name}Collection${scopeOf(resource)}${kind}`,
          "delete",
          "deletecollection",
        ),
        parameters: [...CHOOSING, ...DELETING],
        body: { content: this.#meta("DeleteOptions"), required: false },
        answer: this.#meta("Status"),
      });
    }
    return operations;
  }

  #list(resource: DescribedResource, id: string): Operation {
    const watches = resource.verbs.includes("watch");
    return {
      ...this.#operation(resource, id, "get", "list"),
      parameters: watches ? [...WATCHING, ...CHOOSING] : CHOOSING,
      produces: watches ? withStreams(this.#produces) : this.#produces,
      answer: this.#listContent(resource),
    };
  }

  #object(resource: DescribedResource): Operation[] {
    const id = (verb: string) => `${verb}${this.#name}${scopeOf(resource)}${resource.kind}`;
    const content = this.#content(resource);
    const deleted = resource.strategy?.returnsDeleted ? content : this.#meta("Status");
    return this.#onObject(resource, resource.verbs, id, content, deleted);
  }

  /** What can be done with an object, or a part of it that is of some kind. */
  #onObject(
    kind: GroupVersionKind,
    verbs: readonly string[],
    id: (verb: string) => string,
    content: Content,
    deleted: Content = this.#meta("Status"),
  ): Operation[] {
    const operations: Operation[] = [];
    if (verbs.includes("get")) {
      operations.push({
        ...this.#operation(kind, id("read"), "get", "get"),
        answer: content,
      });
    }
    if (verbs.includes("update")) {
      operations.push({
        ...this.#operation(kind, id("replace"), "put", "put"),
        parameters: WRITING,
        body: { content, required: true },
        answer: content,
        codes: [200, 201],
      });
    }
    if (verbs.includes("delete")) {
      operations.push({
        ...this.#operation(kind, id("delete"), "delete", "delete"),
        parameters: DELETING,
        body: { content: this.#meta("DeleteOptions"), required: false },
        answer: deleted,
        codes: [200, 202],
      });
    }
    if (verbs.includes("patch")) {
      operations.push({
        ...this.#operation(kind, id("patch"), "patch", "patch"),
        parameters: [...WRITING, ...FORCE],
        body: { content: this.#patch, required: true },
        // Stock clients send no strategic merge patch where it is not among these.
        consumes: [...patchMediaTypes(true), APPLY_PATCH],
        answer: content,
        codes: [200, 201],
      });
    }
    return operations;
  }

  #subresource(
    resource: DescribedResource,
    subresource: DescribedSubresource,
    object: string,
    scope: readonly Parameter[],
  ): Path[] {
    const { name, verbs, group, version, kind, parameters: asked = kind } = subresource;
    const path = `${object}/${name}`;
    const type = this.#schema.kind(group, version, asked);
    const part = `${resource.kind}${capitalized(name)}`;
    const parameters = [NAME, ...scope, ...PRETTY];
    if (type !== undefined && !type.properties.has("metadata")) {
      return this.#connections(resource, subresource, type, path, [NAME, ...scope]);
    }
    const id = (verb: string) => `${verb}${this.#name}${scopeOf(resource)}${part}`;
    const sameKind = kind === resource.kind && group === resource.group;
    const content = sameKind ? this.#content(resource) : type;
    const operations = this.#onObject(subresource, verbs, id, content);
    if (verbs.includes("create")) {
      operations.push({
        ...this.#operation(subresource, id("create"), "post", "post"),
        parameters: WRITING,
        body: { content, required: true },
        answer: content,
        codes: [200, 201, 202],
      });
    }
    return operations.length === 0 ? [] : [{ path, parameters, operations }];
  }

  /** Streams, and requests that are passed on: with parameters in place of a body. */
  #connections(
    resource: DescribedResource,
    { name, verbs, group, version, kind }: DescribedSubresource,
    options: StructType,
    path: string,
    parameters: readonly Parameter[],
  ): Path[] {
    const asked = [...options.properties]
      .filter(([field, { type }]) => field !== "apiVersion" && field !== "kind" && type !== options)
      .map(([field, { type }]): Parameter => ({
        name: field,
        in: "query",
        type: plainType(type.kind),
      }));
    const methods = name === "proxy" ? [...METHODS, ...METHODS_PASSED_ON] : METHODS;
    const connect = (end: string): Operation[] =>
      methods.filter(([verb]) => verbs.includes(verb)).map(([, method]) => ({
        ...this.#operation(
          { group, version, kind },
          name === "log"
            ? `read${this.#name}${scopeOf(resource)}${resource.kind}Log`
            : `connect${this.#name}${METHOD_NAMES[method]}${scopeOf(resource)}${resource.kind}${
              capitalized(name)
            }${end}`,
          method,
          name === "log" ? "get" : "connect",
        ),
        produces: name === "log" ? ["text/plain", ...this.#produces] : ANY,
        answer: undefined,
      }));
    const operations = connect("");
    if (operations.length === 0) return [];
    const paths: Path[] = [{ path, parameters: [...parameters, ...asked], operations }];
    if (name === "proxy") {
      paths.push({
        path: `${path}/{path}`,
        parameters: [...parameters, PROXY_PATH, ...asked],
        operations: connect("WithPath"),
      });
    }
    return paths;
  }

  #operation(
    { group, version, kind }: GroupVersionKind,
    id: string,
    method: Operation["method"],
    action: string,
  ): Omit<Operation, "answer"> {
    return {
      method,
      id,
      action,
      kind: { group, kind, version },
      tag: this.#tag,
      parameters: [],
      consumes: ANY,
      codes: [200],
      produces: this.#produces,
    };
  }

  #content(resource: DescribedResource): Content {
    const { type, kind } = resource;
    return type ?? customDefinitionName(resource, kind, this.#dialect);
  }

  #listContent(resource: DescribedResource): Content {
    const { type, group, version, listKind } = resource;
    if (type !== undefined) return this.#schema.kind(group, version, listKind);
    return customDefinitionName(resource, listKind, this.#dialect);
  }

  #meta(name: string): StructType {
    return this.#schema.struct("meta/v1", name);
  }
}

const METHODS: readonly (readonly [verb: string, method: Operation["method"]])[] = [
  ["get", "get"],
  ["update", "put"],
  ["create", "post"],
  ["delete", "delete"],
  ["patch", "patch"],
];

/** Methods that are passed on with those that read. */
const METHODS_PASSED_ON: typeof METHODS = [["get", "head"], ["get", "options"]];

const METHOD_NAMES: Readonly<Record<Operation["method"], string>> = {
  get: "Get",
  put: "Put",
  post: "Post",
  delete: "Delete",
  patch: "Patch",
  head: "Head",
  options: "Options",
};

function scopeOf({ namespaced }: DescribedResource): string {
  return namespaced ? "Namespaced" : "";
}

function plainType(kind: string): Parameter["type"] {
  return kind === "bool" ? "boolean" : /^u?int/.test(kind) ? "integer" : "string";
}

const TEXTS = ["application/json", "application/yaml"];

/** Custom resources have no Protobuf, and no patches that go by the type of what is patched. */
function ofCustom(path: Path): Path {
  const strategic = patchMediaTypes(true).filter((type) => !patchMediaTypes(false).includes(type));
  const isTaken = (type: string) => !strategic.includes(type);
  const isText = (type: string) => !type.includes("protobuf");
  const operations = path.operations.map((one) => ({
    ...one,
    consumes: one.consumes === ANY ? TEXTS : one.consumes.filter(isTaken),
    produces: one.produces.filter(isText),
  }));
  return { ...path, operations };
}

function withStreams(types: readonly string[]): string[] {
  const streams = types.filter((type) => !type.endsWith("yaml"));
  return [...types, ...streams.map((type) => `${type};stream=watch`)];
}

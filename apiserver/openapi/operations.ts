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
import { type Content, discoveryPath, type Operation, type Path, shareParameters } from "./path.ts";
import {
  nameOf,
  NAMESPACE,
  type Parameter,
  parametersOf,
  PRETTY,
  PROXY_PATH,
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
    this.#produces = mediaTypes(dialect);
  }

  /** The path of the group version's discovery. */
  discovery(): Path {
    return discoveryPath({
      path: `/${pathOf(this.#group, this.#version)}/`,
      id: `get${this.#name}APIResources`,
      description: "Tells of the resources of this version.",
      tag: this.#tag,
      answer: this.#meta("APIResourceList"),
      consumes: this.#produces,
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
      parameters: [...scope, PRETTY],
      operations: this.#collection(resource),
    }, {
      path: `${collection}/{name}`,
      parameters: [nameOf(resource.kind), ...scope, PRETTY],
      operations: this.#object(resource),
    }];
    for (const subresource of resource.subresources.values()) {
      paths.push(...this.#subresource(resource, subresource, `${collection}/{name}`, scope));
    }
    if (resource.namespaced && resource.verbs.includes("list")) {
      paths.push({
        path: `${root}/${resource.resource}`,
        parameters: [PRETTY],
        operations: [this.#list(resource, `list${this.#name}${resource.kind}ForAllNamespaces`)],
      });
    }
    if (resource.type !== undefined && resource.verbs.includes("watch")) {
      paths.push(...this.#watches(resource, root));
    }
    const known = paths.filter(({ operations }) => operations.length > 0).map(shareParameters);
    return resource.type === undefined ? known.map(ofCustom) : known;
  }

  /** Watches as they were before lists took a parameter for it. */
  #watches(resource: DescribedResource, root: string): Path[] {
    const { kind, resource: plural, namespaced } = resource;
    const watch = (path: string, id: string, action: "watch" | "watchlist"): Path => {
      const [what, how] = action === "watch"
        ? [`an object of kind ${kind}`, "watch and fieldSelector"]
        : [`objects of kind ${kind}`, "watch"];
      const scope = path.includes("{namespace}") ? [NAMESPACE] : [];
      return {
        path,
        parameters: [...(action === "watch" ? [nameOf(kind)] : []), ...scope, PRETTY],
        operations: [{
          ...this.#operation(resource, `watch${this.#name}${id}`, "get", action),
          description: `Watches ${what}. Deprecated: list with the parameter ${how} instead.`,
          parameters: this.#parameters("ListOptions"),
          produces: withStreams(this.#produces),
          answer: this.#meta("WatchEvent"),
        }],
      };
    };
    const all = `${root}/watch/${plural}`;
    if (!namespaced) {
      return [watch(all, `${kind}List`, "watchlist"), watch(`${all}/{name}`, kind, "watch")];
    }
    const scoped = `${root}/watch/namespaces/{namespace}/${plural}`;
    return [
      watch(scoped, `Namespaced${kind}List`, "watchlist"),
      watch(`${scoped}/{name}`, `Namespaced${kind}`, "watch"),
      watch(all, `${kind}ListForAllNamespaces`, "watchlist"),
    ];
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
        description: `Creates an object of kind ${kind}.`,
        parameters: this.#parameters("CreateOptions"),
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
        description: `Deletes objects of kind ${kind}: all, or those that a selector chooses.`,
        parameters: [
          ...this.#parameters("ListOptions").filter(({ name }) => !isOfWatch(name)),
          ...this.#parameters("DeleteOptions"),
        ],
        body: { content: this.#meta("DeleteOptions"), required: false },
        answer: this.#meta("Status"),
      });
    }
    return operations;
  }

  #list(resource: DescribedResource, id: string): Operation {
    return {
      ...this.#operation(resource, id, "get", "list"),
      description: `Lists objects of kind ${resource.kind}, or watches them.`,
      // Of what can't be watched, too, as in the reference: whoever asks is told so.
      parameters: this.#parameters("ListOptions"),
      produces: withStreams(this.#produces),
      answer: this.#listContent(resource),
    };
  }

  #object(resource: DescribedResource): Operation[] {
    const id = (verb: string) => `${verb}${this.#name}${scopeOf(resource)}${resource.kind}`;
    const content = this.#content(resource);
    const deleted = resource.strategy?.returnsDeleted ? content : this.#meta("Status");
    return this.#onObject(resource, resource.verbs, id, {
      what: `an object of kind ${resource.kind}`,
      content,
      deleted,
    });
  }

  /** What can be done with an object, or a part of it that is of some kind. */
  #onObject(
    kind: GroupVersionKind,
    verbs: readonly string[],
    id: (verb: string) => string,
    { what, content, deleted = this.#meta("Status") }: {
      /** What its descriptions call it. */
      readonly what: string;
      readonly content: Content;
      /** What deleting answers. */
      readonly deleted?: Content;
    },
  ): Operation[] {
    const operations: Operation[] = [];
    if (verbs.includes("get")) {
      operations.push({
        ...this.#operation(kind, id("read"), "get", "get"),
        description: `Reads ${what}.`,
        answer: content,
      });
    }
    if (verbs.includes("update")) {
      operations.push({
        ...this.#operation(kind, id("replace"), "put", "put"),
        description: `Replaces ${what}.`,
        parameters: this.#parameters("UpdateOptions"),
        body: { content, required: true },
        answer: content,
        codes: [200, 201],
      });
    }
    if (verbs.includes("delete")) {
      operations.push({
        ...this.#operation(kind, id("delete"), "delete", "delete"),
        description: `Deletes ${what}.`,
        parameters: this.#parameters("DeleteOptions"),
        body: { content: this.#meta("DeleteOptions"), required: false },
        answer: deleted,
        codes: [200, 202],
      });
    }
    if (verbs.includes("patch")) {
      operations.push({
        ...this.#operation(kind, id("patch"), "patch", "patch"),
        description: `Changes ${what}, or applies it.`,
        parameters: this.#parameters("PatchOptions"),
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
    const own = [nameOf(kind), ...scope];
    if (type !== undefined && !type.properties.has("metadata")) {
      return this.#connections(resource, subresource, type, path, own);
    }
    const id = (verb: string) => `${verb}${this.#name}${scopeOf(resource)}${part}`;
    const sameKind = kind === resource.kind && group === resource.group;
    const content = sameKind ? this.#content(resource) : type;
    const what = `the ${name} of an object of kind ${resource.kind}`;
    const operations = this.#onObject(subresource, verbs, id, { what, content });
    if (verbs.includes("create")) {
      operations.push({
        ...this.#operation(subresource, id("create"), "post", "post"),
        description: `Creates ${what}.`,
        parameters: this.#parameters("CreateOptions"),
        body: { content, required: true },
        answer: content,
        codes: [200, 201, 202],
      });
    }
    return operations.length === 0 ? [] : [{ path, parameters: [...own, PRETTY], operations }];
  }

  /** Streams, and requests that are passed on: with parameters in place of a body. */
  #connections(
    resource: DescribedResource,
    { name, verbs, group, version, kind }: DescribedSubresource,
    options: StructType,
    path: string,
    parameters: readonly Parameter[],
  ): Path[] {
    const asked = parametersOf(options);
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
        description: name === "log"
          ? `Reads the log of an object of kind ${resource.kind}.`
          : `Connects ${method.toUpperCase()} requests to the ${name} of an object of kind ${resource.kind}.`,
        produces: name === "log" ? ["text/plain", ...this.#produces] : ANY,
        answer: undefined,
      }));
    const operations = connect("");
    if (operations.length === 0) return [];
    const more = name === "log" ? [PRETTY] : [];
    const paths: Path[] = [{ path, parameters: [...parameters, ...more, ...asked], operations }];
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
  ): Omit<Operation, "answer" | "description"> {
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

  /** What a type of options is asked by. */
  #parameters(options: string): readonly Parameter[] {
    return parametersOf(this.#meta(options));
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

/** Whether a parameter of lists is one of those that follow changes. */
function isOfWatch(name: string): boolean {
  return name === "watch" || name === "allowWatchBookmarks";
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

/** What objects are sent and answered as. */
export function mediaTypes(dialect: Dialect): string[] {
  return ["application/json", "application/yaml", NAMES[dialect].protobufMediaType];
}

function withStreams(types: readonly string[]): string[] {
  const streams = types.filter((type) => !type.endsWith("yaml"));
  return [...types, ...streams.map((type) => `${type};stream=watch`)];
}

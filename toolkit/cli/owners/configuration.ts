/**
 * What is to be applied, out of a file.
 *
 * @module
 */

import { type AnyKind, type AnyObject, type Apply, groupOfKinds } from "../../kinds/mod.ts";
import { isObject, type JsonObject } from "../../values/json.ts";
import { type Call, CommandError } from "../command.ts";
import { readDocuments } from "../read_input.ts";

/** Which object is meant. */
export interface Wanted {
  readonly kind: AnyKind;
  readonly name: string;
  /** "" where the kind has none. */
  readonly namespace: string;
}

/** The configuration of one object in a file, which may have others, too; `-` is the standard input. */
export async function configurationIn(
  file: string,
  wanted: Wanted,
  input: Call<unknown>["input"],
): Promise<Apply<AnyObject>> {
  const documents = (await readDocuments(file, input)).flatMap(objectsIn);
  const found = documents.filter((object) => isWanted(object, wanted));
  const [object] = found;
  const { kind: { kind }, name, namespace } = wanted;
  const where = namespace === "" ? "" : ` of the namespace ${namespace}`;
  if (object === undefined) {
    const others = documents.map((one) => `${text(one.kind)} ${text(metadataOf(one).name)}`);
    throw new CommandError(
      `${file} has no ${kind} ${name}${where}` +
        (others.length === 0 ? "" : `: there is ${others.slice(0, SHOWN_OBJECTS).join(", ")}`),
    );
  }
  if (found.length > 1) {
    throw new CommandError(`${file} has the ${kind} ${name}${where} ${found.length} times`);
  }
  return object as unknown as Apply<AnyObject>;
}

/** More names tell nobody anything. */
const SHOWN_OBJECTS = 10;

function objectsIn(document: unknown): JsonObject[] {
  if (!isObject(document)) return [];
  const isList = typeof document.kind === "string" && document.kind.endsWith("List");
  return isList && Array.isArray(document.items) ? document.items.filter(isObject) : [document];
}

function isWanted(object: JsonObject, { kind, name, namespace }: Wanted): boolean {
  const metadata = metadataOf(object);
  const apiVersion = text(object.apiVersion);
  const slash = apiVersion.indexOf("/");
  const group = slash < 0 ? "" : groupOfKinds(apiVersion.slice(0, slash));
  return object.kind === kind.kind && group === kind.group && metadata.name === name &&
    (namespace === "" || (metadata.namespace ?? namespace) === namespace);
}

function metadataOf(object: JsonObject): JsonObject {
  return isObject(object.metadata) ? object.metadata : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

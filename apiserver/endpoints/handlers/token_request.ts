/**
 * Tokens of service accounts, on request.
 *
 * @module
 */

import type { TokenRequest } from "../../../toolkit/api/authentication_v1.ts";
import type { Pod } from "../../../toolkit/api/core_v1.ts";
import { encodeJson, type JsonObject } from "../../../toolkit/codec/mod.ts";
import {
  badRequest,
  conflict,
  FieldError,
  FieldPath,
  type GroupKind,
  invalid,
  isNotFound,
  notFound,
  serviceUnavailable,
} from "../../../toolkit/errors/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { checkPathSegmentName } from "../../../toolkit/validation/mod.ts";
import { printTime, quoteText, timeOfMs } from "../../../toolkit/values/mod.ts";
import { credentialId } from "../../authentication/serviceaccount/mod.ts";
import type { BoundObject, TokenClaims, TokenIssuer } from "../../authentication/token_issuer.ts";
import { BODY_LIMIT_BYTES, decodeBody } from "../../bodies/body.ts";
import { representationOf } from "../../bodies/representation.ts";
import type { EndpointContext } from "../endpoint_context.ts";
import type { VerbHandler } from "./handler.ts";
import { responder, writeRequest } from "../write.ts";
import { writeOptions } from "../write_options.ts";
import { getObject } from "../../registry/get.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { objectOf } from "../../resource/object_coder.ts";
import { admissionRequest } from "../../registry/admit.ts";
import { placeIn } from "../../registry/create.ts";

const METADATA = FieldPath.of("metadata");
const EXPIRATION = FieldPath.of("spec", "expirationSeconds");

const DEFAULT_SECONDS = 3600;
const MIN_SECONDS = 600;
const MAX_SECONDS = 2 ** 32;

const NO_ISSUER =
  "this server issues no tokens for service accounts: --service-account-issuer and " +
  "--service-account-signing-key-file would name who signs them and with what";

const create: VerbHandler = async (context, found, endpoint) => {
  const { resource, subresource, namespace, name } = found;
  const { storage } = resource;
  const { tokenIssuer: issuer, findType, tools } = endpoint;
  if (storage === undefined || subresource === undefined) throw notFound(resource, name);
  const { group, version, kind } = subresource;
  const type = findType(group, version, kind);
  if (type === undefined) throw new Error(`the schema lacks ${kind}`);
  const options = writeOptions(context, endpoint, "CreateOptions");
  const respond = responder(context, { ...resource, group, version, kind, type }, endpoint);
  const body = await context.readBody(BODY_LIMIT_BYTES);
  const object = decodeBody(
    body,
    String(context.request.headers["content-type"] ?? ""),
    { group, version, kind, type, findType },
    options.fieldValidation,
    context.warnings,
  );
  const { spec: asked } = object as TokenRequest;
  if (asked !== undefined) asked.expirationSeconds ??= DEFAULT_SECONDS;
  context.carries(object, () => encodeJson(type, object));
  const refuse = (errors: FieldError[], about: string) => {
    if (errors.length > 0) throw invalid({ group, kind }, about, errors);
  };
  const request = writeRequest(
    context,
    { resource, storage, namespace, name, subresource },
    endpoint,
    options,
  );
  placeIn(request, object);
  const own = { group, version, kind, type };
  const admission = admissionRequest(request, "CREATE", name, object, undefined, own);
  await tools.admission.mutate(admission);
  // Admission may have moved it.
  placeIn(request, object);
  refuse(validateName(object, name), name);
  const read = reader(endpoint, context.signal);
  const account = identityOf(await read("serviceaccounts", namespace, name));
  validateIdentity(object, account, { group, kind });
  const issuedMs = tools.clock.now();
  fillIn(object, { namespace, account, issuedMs, audiences: issuer?.audiences ?? [] });
  refuse(validateSpec(object), "");
  await tools.admission.validate(admission);
  const bound = await boundObjects(object, namespace, name, read);
  // Whatever is wrong with what was asked for is told first.
  if (issuer === undefined) throw serviceUnavailable(NO_ISSUER);
  const expirationSeconds = cappedSeconds(object, issuer, context.warnings);
  const { spec = {} } = object as TokenRequest;
  const id = tools.uid();
  const token = await issuer.issue({
    namespace,
    account,
    ...bound,
    audiences: spec.audiences ?? [],
    expirationSeconds,
    issuedMs,
    id,
  }, context.signal);
  const annotation = `authentication.${NAMES[endpoint.dialect].domain}/issued-credential-id`;
  context.annotations[annotation] = credentialId(id);
  object.status = {
    token,
    expirationTimestamp: printTime(timeOfMs(issuedMs + expirationSeconds * 1000)),
  };
  return respond(representationOf(encodeJson(type, object)), 201);
};

/** A request names the account that it is sent to, or none. */
function validateName(object: JsonObject, name: string): FieldError[] {
  const { name: said } = metadataOf(object);
  if (!said || said === name) return [];
  const why = "must match the service account name if specified";
  return [FieldError.invalid(METADATA.child("name"), said, why)];
}

/** A request that names the account by its identity means no later one of that name. */
function validateIdentity(object: JsonObject, { name, uid }: BoundObject, kind: GroupKind): void {
  const { uid: said } = metadataOf(object);
  if (!said || said === uid) return;
  const why = `the UID in the token request (${said}) does not match the UID of the service ` +
    `account (${uid})`;
  throw conflict({ group: kind.group, resource: kind.kind }, name, why);
}

interface Filling {
  readonly namespace: string;
  readonly account: BoundObject;
  readonly issuedMs: number;
  /** Whom the token is for unless the request says. */
  readonly audiences: readonly string[];
}

function fillIn(object: JsonObject, { namespace, account, issuedMs, audiences }: Filling): void {
  const metadata = metadataOf(object);
  metadata.name = account.name;
  metadata.namespace = namespace;
  if (account.uid !== undefined) metadata.uid = account.uid;
  metadata.creationTimestamp = printTime(timeOfMs(issuedMs));
  const spec = (object as TokenRequest).spec ??= {};
  spec.expirationSeconds ??= DEFAULT_SECONDS;
  if (!spec.audiences?.length) spec.audiences = [...audiences];
  object.status = { token: "", expirationTimestamp: null };
}

function validateSpec(object: JsonObject): FieldError[] {
  const { expirationSeconds: seconds = DEFAULT_SECONDS } = (object as TokenRequest).spec ?? {};
  if (seconds === null || seconds < MIN_SECONDS) {
    const why = "may not specify a duration less than 10 minutes";
    return [FieldError.invalid(EXPIRATION, seconds, why)];
  }
  if (seconds <= MAX_SECONDS) return [];
  const why = "may not specify a duration larger than 2^32 seconds";
  return [FieldError.invalid(EXPIRATION, seconds, why)];
}

type Read = (resource: string, namespace: string, name: string) => Promise<JsonObject>;

/** Reads objects of the core group as the store has them now. A name that none can have is a bad request. */
function reader({ source }: EndpointContext, signal: AbortSignal): Read {
  return async (plural, namespace, name) => {
    if (name === "") throw badRequest("Name parameter required.");
    const wrong = checkPathSegmentName(name);
    if (wrong.length > 0) {
      throw badRequest(`Name parameter invalid: ${quoteText(name)}: ${wrong.join(";")}`);
    }
    const resource = source.find("", "v1", plural);
    if (resource?.storage === undefined) throw notFound({ group: "", resource: plural }, name);
    const target = { resource, storage: resource.storage, namespace, name };
    return objectOf(await getObject(target, { is: "newest" }, { signal }));
  };
}

function identityOf(object: JsonObject): BoundObject {
  const { name = "", uid } = metadataOf(object);
  return { name, ...(uid !== undefined && { uid }) };
}

/** What the token is bound to, which has to be there. */
async function boundObjects(
  object: JsonObject,
  namespace: string,
  account: string,
  read: Read,
): Promise<Pick<TokenClaims, "pod" | "secret" | "node">> {
  const { boundObjectRef: ref } = (object as TokenRequest).spec ?? {};
  if (ref === undefined || ref === null) return {};
  const { kind = "", apiVersion = "", name = "", uid = "" } = ref;
  const [version = "", group = ""] = partsOf(apiVersion).reverse();
  const check = (found: JsonObject): BoundObject => {
    const identity = identityOf(found);
    if (uid === "" || uid === identity.uid) return identity;
    const why =
      `the UID in the bound object reference (${uid}) does not match the UID in record. ` +
      "The object might have been deleted and then recreated";
    throw conflict({ group, resource: kind }, name, why);
  };
  if (group === "" && kind === "Pod") {
    const pod = await read("pods", namespace, name);
    const { serviceAccountName = "", nodeName } = (pod as Pod).spec ?? {};
    if (serviceAccountName !== account) {
      throw badRequest(
        `cannot bind token for serviceaccount ${quoteText(account)} to pod running with ` +
          "different serviceaccount name.",
      );
    }
    return { pod: check(pod), ...(nodeName && { node: await nodeOf(nodeName, read) }) };
  }
  if (group === "" && kind === "Node") return { node: check(await read("nodes", "", name)) };
  if (group === "" && kind === "Secret") {
    return { secret: check(await read("secrets", namespace, name)) };
  }
  throw badRequest(
    `cannot bind token to object of type ${group}/${version}, Kind=${kind}`,
  );
}

/** A group and a version, or a version alone; what has more parts says nothing. */
function partsOf(apiVersion: string): string[] {
  const parts = apiVersion.split("/");
  return parts.length > 2 ? [] : parts;
}

/** The node of a pod, by name alone when it is not there. */
async function nodeOf(name: string, read: Read): Promise<BoundObject> {
  try {
    return identityOf(await read("nodes", "", name));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return { name };
  }
}

/** How long the token is valid: no longer than any is. */
function cappedSeconds(object: JsonObject, issuer: TokenIssuer, warnings: string[]): number {
  const spec = (object as TokenRequest).spec ??= {};
  const asked = Number(spec.expirationSeconds);
  const { maxExpirationSeconds: most } = issuer;
  if (most <= 0 || asked <= most) return asked;
  warnings.push(`requested expiration of ${asked} seconds shortened to ${most} seconds`);
  spec.expirationSeconds = most;
  return most;
}

/**
 * Answers `serviceaccounts/NAME/token` with a signed token. A server that has no key to sign with
 * refuses.
 */
export const tokenRequestHandlers = { create };

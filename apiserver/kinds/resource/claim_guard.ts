/**
 * Who may have claims on devices that others use, who may say which devices a claim has, and who may say how they are: the
 * right to write a claim, or its status, is not enough.
 *
 * @module
 */

import type {
  AllocatedDeviceStatus,
  ResourceClaim,
  ResourceClaimStatus,
  ResourceClaimTemplate,
} from "../../../toolkit/api/resource_v1.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import { forbiddenTo } from "../../../toolkit/authorization/forbidden.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath, invalid } from "../../../toolkit/errors/mod.ts";
import { NAMES, type Names } from "../../../toolkit/names.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { askFor, type Wish } from "../../authorization/asked.ts";
import { namespaceEntry } from "../../resource/namespaces.ts";
import {
  accountNodeKey,
  accountOfUserName,
} from "../../authentication/serviceaccount/account_names.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { objectOf } from "../../resource/object_coder.ts";
import type { GuardedWrite, WriteGuard } from "../../resource/write_guard.ts";
import type { ServerContext } from "../../server_context.ts";

const REQUESTS = FieldPath.of("spec", "devices", "requests");
const STATUS = FieldPath.of("status");
const ALLOCATION = STATUS.child("allocation");
const RESULTS = ALLOCATION.child("devices").child("results");

type Check = (
  write: GuardedWrite,
  object: JsonObject,
  old: JsonObject | undefined,
) => Promise<FieldError[]>;

/** What the checks need of the server. */
type Needs = Pick<ServerContext, "authorizer" | "dialect" | "features" | "source">;

/** Holds claims, their templates and their statuses to who may write what of them. */
export function claimGuard(needs: Needs): WriteGuard {
  const group = NAMES[needs.dialect].group("resource");
  const checks: Readonly<Record<string, Check>> = {
    // What is asked for never changes: whoever made it was asked.
    "resourceclaims/": async (write, object, old) => {
      const { spec } = object as unknown as ResourceClaim;
      return old === undefined ? await adminErrors(needs, write, REQUESTS, asking(spec)) : [];
    },
    "resourceclaimtemplates/": async (write, object, old) => {
      const { spec } = object as unknown as ResourceClaimTemplate;
      return old === undefined ? await adminErrors(needs, write, REQUESTS, asking(spec?.spec)) : [];
    },
    "resourceclaims/status": (write, object, old) =>
      statusErrors(needs, write, statusOf(object), statusOf(old)),
  };
  const checked = async (
    check: Check,
    write: GuardedWrite,
    object: JsonObject,
    old: JsonObject | undefined,
  ) => {
    const errors = await check(write, object, old);
    if (errors.length > 0) {
      throw invalid(write.target.resource, metadataOf(object).name ?? "", errors);
    }
  };
  return (write, object, old) => {
    const { resource, subresource } = write.target;
    if (resource.group !== group) return;
    const check = checks[`${resource.resource}/${subresource?.name ?? ""}`];
    return check && checked(check, write, object, old);
  };
}

/** Which requests ask for devices beside whoever has them. */
function asking(spec: ResourceClaim["spec"] | undefined): boolean[] {
  return (spec?.devices?.requests ?? []).map(({ exactly }) => exactly?.adminAccess === true);
}

/** Devices that others have are for claims in namespaces that say so. */
async function adminErrors(
  { dialect, source }: Needs,
  { target: { namespace }, signal }: GuardedWrite,
  list: FieldPath,
  areForAdmins: readonly boolean[],
): Promise<FieldError[]> {
  const index = areForAdmins.indexOf(true);
  if (index < 0) return [];
  // A label counts from the next request on.
  await source.find("", "v1", "namespaces")?.storage?.waitUntilFresh(signal);
  const entry = await namespaceEntry(source, namespace, signal);
  const label = `resource.${NAMES[dialect].domain}/admin-access`;
  if (entry === undefined || metadataOf(objectOf(entry)).labels?.[label] === "true") return [];
  const why =
    `admin access to devices requires the \`${label}: true\` label on the containing namespace`;
  return [FieldError.forbidden(list.index(index).child("adminAccess"), why)];
}

async function statusErrors(
  needs: Needs,
  write: GuardedWrite,
  status: ResourceClaimStatus,
  old: ResourceClaimStatus,
): Promise<FieldError[]> {
  const areForAdmins = (one: ResourceClaimStatus) =>
    (one.allocation?.devices?.results ?? []).map(({ adminAccess }) => adminAccess === true);
  const wasGranted = areForAdmins(old).includes(true);
  const errors = await adminErrors(needs, write, RESULTS, wasGranted ? [] : areForAdmins(status));
  if (!needs.features.has("DRAResourceClaimGranularStatusAuthorization")) return errors;
  return [
    ...errors,
    ...await bindingErrors(needs, write, status, old),
    ...await deviceErrors(needs, write, status, old),
  ];
}

/** Which devices a claim has, and who uses them, is for those who bind claims. */
async function bindingErrors(
  needs: Needs,
  write: GuardedWrite,
  status: ResourceClaimStatus,
  old: ResourceClaimStatus,
): Promise<FieldError[]> {
  const isSame = equalStored(status.allocation as never, old.allocation as never) &&
    equalStored((status.reservedFor ?? []) as never, (old.reservedFor ?? []) as never);
  if (isSame) return [];
  const { verb } = write;
  const refusal = await refusalOf(needs, write, { verb, subresource: "binding" });
  if (refusal === undefined) return [];
  const why = "changing status.allocation or status.reservedFor requires " +
    `resource="resourceclaims/binding", verb="${verb}" permission: ${refusal}`;
  return [FieldError.forbidden(ALLOCATION, why)];
}

/** How devices are is for those who work with their drivers: on the node of the devices, or on any. */
async function deviceErrors(
  needs: Needs,
  write: GuardedWrite,
  status: ResourceClaimStatus,
  old: ResourceClaimStatus,
): Promise<FieldError[]> {
  // How devices were that the claim no longer has is forgotten.
  if (status.allocation === undefined) return [];
  const { user, verb, target: { namespace } } = write;
  const isThere = isOnNode(user, nodeOf(status.allocation), NAMES[needs.dialect]);
  const verbs = [...isThere ? [`associated-node:${verb}`] : [], `arbitrary-node:${verb}`];
  const errors: FieldError[] = [];
  for (const name of changedDrivers(status.devices ?? [], old.devices ?? [])) {
    const refusals: string[] = [];
    for (const verb of verbs) {
      const refusal = await refusalOf(needs, write, {
        verb,
        subresource: "driver",
        namespace,
        name,
      });
      if (refusal === undefined) break;
      refusals.push(refusal);
    }
    if (refusals.length < verbs.length) continue;
    const why = "changing status.devices requires " +
      `resource="resourceclaims/driver", verb="[${verbs.join(" ")}]" permission: ${refusals[0]}`;
    errors.push(FieldError.forbidden(STATUS.child("devices"), why));
  }
  return errors;
}

/** Why somebody may not do something with claims; undefined: they may. */
async function refusalOf(
  { authorizer }: Needs,
  { user, signal, target: { resource } }: GuardedWrite,
  wish: Pick<Wish, "verb" | "subresource" | "namespace" | "name">,
): Promise<string | undefined> {
  const { group, version } = resource;
  const asked = { group, version, resource: resource.resource, ...wish };
  const { decision, reason } = await askFor(authorizer, { user, signal }, asked);
  if (decision === "allow") return undefined;
  const nothing = { path: "", subresource: "", namespace: "", name: "" };
  return forbiddenTo({ ...nothing, isResource: true, user, ...asked }, reason).message;
}

/** The drivers of whose devices something else is said than before, in their order. */
function changedDrivers(
  devices: readonly AllocatedDeviceStatus[],
  old: readonly AllocatedDeviceStatus[],
): string[] {
  const keyOf = ({ driver, pool, device, shareID = "" }: AllocatedDeviceStatus) =>
    JSON.stringify([driver, pool, device, shareID]);
  const before = new Map(old.map((device) => [keyOf(device), device]));
  const changed = new Set<string>();
  for (const device of devices) {
    const key = keyOf(device);
    if (!equalStored(device as never, before.get(key) as never)) changed.add(device.driver);
    before.delete(key);
  }
  for (const { driver } of before.values()) changed.add(driver);
  return [...changed].sort();
}

/** The one node that devices are on; undefined where they can be used from others. */
function nodeOf(
  { nodeSelector }: NonNullable<ResourceClaimStatus["allocation"]>,
): string | undefined {
  const [term, ...terms] = nodeSelector?.nodeSelectorTerms ?? [];
  if (term === undefined || terms.length > 0 || (term.matchExpressions ?? []).length > 0) {
    return undefined;
  }
  const [field, ...fields] = term.matchFields ?? [];
  if (field?.key !== "metadata.name" || field.operator !== "In" || fields.length > 0) {
    return undefined;
  }
  return field.values?.length === 1 ? field.values[0] : undefined;
}

/** Whether a user is an account whose token is for a node. */
function isOnNode({ name, extra }: User, node: string | undefined, names: Names): boolean {
  const nodes = extra[accountNodeKey(names)] ?? [];
  return node !== undefined && nodes.length === 1 && nodes[0] === node &&
    accountOfUserName(name) !== undefined;
}

function statusOf(object: JsonObject | undefined): ResourceClaimStatus {
  return (object as unknown as ResourceClaim | undefined)?.status ?? {};
}

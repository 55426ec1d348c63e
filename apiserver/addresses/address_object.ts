/**
 * The object that says that a service has an address.
 *
 * @module
 */

import type { IPAddress } from "../../toolkit/api/networking_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Names } from "../../toolkit/names.ts";
import { familyOf } from "./address_range.ts";

/** What the object says. */
export interface AddressFacts {
  /** In canonical form: it is the name. */
  readonly address: string;
  readonly owner: { readonly namespace: string; readonly name: string };
  readonly uid: string;
  /** When it is made, as objects have times. */
  readonly time: string;
}

/** The object. */
export function addressObject(
  { address, owner, uid, time }: AddressFacts,
  names: Names,
): JsonObject {
  const apiVersion = `${names.group("networking")}/v1`;
  const object: IPAddress = {
    kind: "IPAddress",
    apiVersion,
    metadata: {
      name: address,
      uid,
      creationTimestamp: time,
      labels: addressLabels(address, names),
      managedFields: [{
        manager: names.processApiServer,
        operation: "Update",
        apiVersion,
        time,
        fieldsType: "FieldsV1",
        fieldsV1: ownedFields(names),
      }],
    },
    spec: { parentRef: { resource: "services", ...owner } },
  };
  return object as JsonObject;
}

/** The labels by which the addresses of services are told from others. */
function addressLabels(address: string, names: Names): Record<string, string> {
  return {
    [names.labelAddressFamily]: familyOf(address),
    [names.labelAddressManager]: names.managerOfServiceAddresses,
  };
}

function ownedFields(names: Names) {
  return {
    "f:metadata": {
      "f:labels": {
        ".": {},
        [`f:${names.labelAddressFamily}`]: {},
        [`f:${names.labelAddressManager}`]: {},
      },
    },
    "f:spec": {
      "f:parentRef": { ".": {}, "f:name": {}, "f:namespace": {}, "f:resource": {} },
    },
  };
}

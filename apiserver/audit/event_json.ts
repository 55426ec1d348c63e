/**
 * Events as JSON, in the three versions that there have been.
 *
 * @module
 */

import type { User } from "../../toolkit/authentication/user.ts";
import { sortedNames } from "../../toolkit/codec/mod.ts";
import type { EventFields, ObjectReference } from "./event.ts";

/** The versions of events, the present one first. */
export const EVENT_VERSIONS = ["v1", "v1beta1", "v1alpha1"] as const;

/** A version of events. */
export type EventVersion = (typeof EVENT_VERSIONS)[number];

/** An event on one line. Fields stand in the order in which the reference has them. */
export function eventJson(
  fields: EventFields,
  groupAudit: string,
  version: EventVersion,
): string {
  const { impersonated, impersonationConstraint, sourceIps, userAgent, object, status } = fields;
  const { requestObject, responseObject } = fields;
  let text = `{"kind":"Event","apiVersion":"${groupAudit}/${version}"`;
  if (version === "v1") {
    text += `,"level":"${fields.level}"`;
  } else {
    // Older versions were objects with metadata, and had one time, to the second.
    const time = `"${seconds(fields.receivedMs)}"`;
    text += `,"metadata":{"creationTimestamp":${time}},"level":"${fields.level}"` +
      `,"timestamp":${time}`;
  }
  text += `,"auditID":${JSON.stringify(fields.id)},"stage":"${fields.stage}"` +
    `,"requestURI":${JSON.stringify(fields.requestUri)}` +
    `,"verb":${JSON.stringify(fields.verb)},"user":${userJson(fields.user)}`;
  if (impersonated !== undefined) text += `,"impersonatedUser":${userJson(impersonated)}`;
  if (impersonationConstraint !== undefined && version === "v1") {
    const constraint = JSON.stringify(impersonationConstraint);
    text += `,"authenticationMetadata":{"impersonationConstraint":${constraint}}`;
  }
  if (sourceIps.length > 0) text += `,"sourceIPs":${JSON.stringify(sourceIps)}`;
  if (userAgent !== "") text += `,"userAgent":${JSON.stringify(userAgent)}`;
  if (object !== undefined) text += `,"objectRef":${referenceJson(object, version)}`;
  if (status !== undefined) text += `,"responseStatus":${JSON.stringify(status)}`;
  if (requestObject !== undefined) text += `,"requestObject":${requestObject}`;
  if (responseObject !== undefined) text += `,"responseObject":${responseObject}`;
  text += `,"requestReceivedTimestamp":"${microseconds(fields.receivedMs)}"` +
    `,"stageTimestamp":"${microseconds(fields.stageMs)}"`;
  const annotations = mapJson(fields.annotations);
  return annotations === "" ? `${text}}` : `${text},"annotations":${annotations}}`;
}

/** Users by their JSON: the same ones come again and again. */
const users = new WeakMap<User, string>();

function userJson(user: User | undefined): string {
  if (user === undefined) return "{}";
  let text = users.get(user);
  if (text === undefined) {
    const { name, uid, groups, extra } = user;
    const more = mapJson(extra);
    const members = [
      ...name === "" ? [] : [`"username":${JSON.stringify(name)}`],
      ...uid === "" ? [] : [`"uid":${JSON.stringify(uid)}`],
      ...groups.length === 0 ? [] : [`"groups":${JSON.stringify(groups)}`],
      ...more === "" ? [] : [`"extra":${more}`],
    ];
    users.set(user, text = `{${members.join()}}`);
  }
  return text;
}

function referenceJson(object: ObjectReference, version: EventVersion): string {
  const { group } = object;
  const isOldest = version === "v1alpha1";
  let text = "";
  const add = (name: string, value: string) => {
    if (value !== "") text += `${text === "" ? "" : ","}"${name}":${JSON.stringify(value)}`;
  };
  add("resource", object.resource);
  add("namespace", object.namespace);
  add("name", object.name);
  add("uid", object.uid);
  if (!isOldest) add("apiGroup", group);
  add("apiVersion", isOldest && group !== "" ? `${group}/${object.version}` : object.version);
  add("resourceVersion", object.resourceVersion);
  add("subresource", object.subresource);
  return `{${text}}`;
}

/** A map as it is written: by its keys' order; "" where there is nothing in it. */
function mapJson(map: Readonly<Record<string, unknown>>): string {
  let text = "";
  for (const key of sortedNames(map)) {
    text += `${text === "" ? "{" : ","}${JSON.stringify(key)}:${JSON.stringify(map[key])}`;
  }
  return text === "" ? "" : `${text}}`;
}

/** The second that was written last: events come in the order of time, and many in each. */
let last = { second: NaN, text: "" };

/** The server's clock counts milliseconds; what is finer is zero. */
function microseconds(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== last.second) {
    last = { second, text: new Date(second * 1000).toISOString().slice(0, -4) };
  }
  return `${last.text}${String(1000 + Math.floor(ms) - second * 1000).slice(1)}000Z`;
}

function seconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -5)}Z`;
}

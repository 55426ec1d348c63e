/**
 * What the clients of Java see otherwise with this server than with the reference. Decisions are those of
 * `docs/decisions.md`; the differential tests know all of these too.
 *
 * @module
 */

import type { Otherwise } from "../program.ts";

/** Each with a reason; the first row that fits counts. */
export const OTHERWISE: readonly Otherwise[] = [
  {
    step: /: table$/,
    where: /columnDefinitions\[\d+\]\.description$/,
    why: "the descriptions of columns are our own words",
  },
  {
    step: /IPAddress: table$/,
    where: /rows\[\d+\]\.cells$/,
    why: "the reference's rows have a cell more than its columns",
  },
  {
    step: /: update: nothing changed$/,
    why:
      "decision 48: empty lists and maps, which a client sends, are no different from none; the " +
      "reference stores new claims without their phase",
  },
  {
    step: /^official .*: /,
    where: /generation$/,
    why: "decision 48: empty lists and maps, which the client sends, change nothing",
  },
  {
    step: /^official resource.k8s.io\/v1 ResourceClaimTemplate: /,
    why: "decision 48: empty lists, which the client sends, are no different from none",
  },
  {
    step: /^official .* (CustomResourceDefinition|ResourceSlice): create: refused$/,
    why: "decision 48: empty lists, which the client sends, are refused to it by the reference",
  },
  {
    step: /^official apps\/v1 ControllerRevision: patch: strategic$/,
    why: "numbers that the client has written as 1.0 are the 1 that they were",
  },
  {
    step: /DaemonSet: /,
    where: /annotations|managedFields/,
    why:
      "metadata of its own shows the annotation of the template's generation, as the object does",
  },
  {
    step: /(FlowSchema|PriorityLevelConfiguration): /,
    sometimes: true,
    why: "each server tells of what a schema refers to in its own time",
  },
  {
    step: /CustomResourceDefinition: /,
    where: /conditions|managedFields|acceptedNames|storedVersions|^$/,
    sometimes: true,
    why: "each server takes a definition in, and empties it, in its own time",
  },
  {
    step: /APIService: /,
    sometimes: true,
    why: "servers behind a server are looked at in its own time",
  },
  {
    step: /ServiceCIDR: /,
    why: "this server looks after ranges itself; the reference leaves it to a controller",
  },
  {
    step: /v1 Pod: watch: all of it$/,
    why: "a pod that goes at once goes in one commit; the reference writes it once more before",
  },
  {
    step: /(applying|custom resources): /,
    where: /managedFields\[\d+\]\.time$/,
    sometimes: true,
    why: "the reference forgets the time of an apply that changes owners alone",
  },
  {
    step: /custom resources: create: what the schema refuses$/,
    sometimes: true,
    why: "a map of the reference's decides the order of some errors",
  },
  {
    step: /discovery: root paths$/,
    why:
      "watches of old have paths that are not described, and some paths of the server are not there",
  },
  {
    step: /pods without agents: placed: log$/,
    why: "decision 102: it is a 503 where no agent is",
  },
  {
    step: /^official pods without agents: .*: (attach|port)$/,
    sometimes: true,
    why: "the client tells of the refusal or of the end of the stream, whichever it sees first",
  },
  {
    step: /(reviews: .*|subresources: a token)$/,
    where: /managedFields$|spec\.namespace$/,
    why: "what is asked and not kept has no owners, and is told as it was asked",
  },
  {
    step: /^fabric8 jdk ways in: by (nothing|a token that is none)$/,
    sometimes: true,
    why: "the reference ends the HTTP/2 connections of strangers, some before they have the answer",
  },
  {
    step: /watches: .*of a version that is none$/,
    why: "a version that is none is the client's mistake: a 400, whatever carries the watch",
  },
  {
    step:
      /refusals: (a bad quantity|a bad time|a list for a map|a number for a string|another kind|no JSON)$/,
    where: /message$/,
    why: "decision 48: parsers' own words are ours",
  },
  {
    step: /refusals: a patch (of a path that is none|that is none|that tests in vain)$/,
    where: /message$|causes$/,
    why: "decisions 28 and 29: patches are our own code",
  },
  {
    step: /refusals: a path that is not served$/,
    why: "a path of nothing is told as a status too, not as a text",
  },
];

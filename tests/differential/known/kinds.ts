/**
 * Rules and behaviour of single kinds.
 *
 * @module
 */

import type { KnownDifference } from "../known.ts";

/** Known differences in the validation, defaults and behaviour of single built-in kinds. */
export const KINDS: readonly KnownDifference[] = [
  {
    request: /certificatesigningrequests/,
    where: /managedFields|\.message$/,
    reference: /^undefined$|before-first-apply|x509|asn1|parse/,
    why: "the reference gives up on owners where a requester's extra has a key with a slash",
  },
  {
    request: /validatingadmissionpolicies/,
    where: /\.(resourceVersion|observedGeneration|typeChecking)$|managedFields/,
    why: "this server checks the types of policies itself; the reference leaves it to a controller",
  },
  {
    request: /servicecidrs/,
    where: /resourceVersion$|finalizers$|conditions$|^answer$|managedFields/,
    why: "this server looks after ranges itself; the reference leaves it to a controller",
  },
  {
    request: /ipaddresses/,
    where: /rows\[\d+\]\.cells\[\]$/,
    why: "the reference's rows have a cell more than its columns",
  },
  {
    request: /daemonsets/,
    where:
      /object\.metadata\.annotations|items\[\d+\]\.metadata\.annotations|^body \.metadata\.annotations|managedFields/,
    why:
      "metadata of its own shows the annotation of the template's generation, as the object does",
  },
  {
    request: /services/,
    where: /(clusterIP|clusterIPs\[\d\]|nodePort|healthCheckNodePort)$/,
    why: "specification 1: what a dry run allocates means nothing, nor does whose address is free",
  },
  {
    request: /services/,
    where: /message$|reason$/,
    reference: /provided port is already allocated|10\.0\.\d+\.\d+|FieldValueInvalid/,
    why: "a port that stands twice is told as that, and addresses differ",
  },
  {
    request: /services another name, and yet an address/,
    where: /^answer$|resourceVersion$|managedFields|^body \.spec\./,
    why: "the reference takes a service that it refuses to change from then on",
  },
  {
    request: /events\.k8s\.io/,
    where: /details\.group$|message$|details\.causes/,
    why: "a refused event is told with its group, and what its metadata lacks first",
  },
  {
    request: /\/api\/v1\/.*events/,
    where: /details\.causes|message$/,
    why: "a refused event is told what its metadata lacks first",
  },
  {
    request: /flowschemas|prioritylevelconfigurations/,
    where: /^answer$|message$|reason$|details/,
    why: "not there yet: flow control, and the objects that the reference makes of it",
  },
  {
    request: /secrets|nodes|pods \d|deviceclasses|resourceclaim|customresourcedefinitions/,
    where: /message$/,
    reference: /invalid character|cannot unmarshal|mismatched input|cel\b|unexpected end/,
    why: "decision 48: parsers' own words are ours",
  },
  {
    request: /customresourcedefinitions/,
    where: /details\.causes|message$/,
    why:
      "decision 48: an error of metadata is said once; rules of fields are looked at in their order",
  },
  {
    request: /rules of creation \/ .*resourceslices/,
    where: /^body \.(message|details\.causes)/,
    why: "a map of the reference's decides the order of errors, and which of two it stops at",
    sometimes: true,
  },
  {
    request: /resourceslices/,
    where: /^answer$/,
    reference: /^"0 /,
    why: "the reference's handler breaks off where a step is zero",
  },
  {
    request: /resourceslices taints stay/,
    where: /timeAdded$/,
    why: "a taint that stays keeps its time",
  },
  {
    request: /resourceclaims what is to go/,
    where: /^answer$|resourceVersion$|managedFields|status\.(allocation|reservedFor)$/,
    why: "a write can't begin a deletion: what was sent of one is refused",
  },
  {
    request: /limitranges/,
    where: /^answer$/,
    reference: /201/,
    why: "the reference names a limit range that has no name by an id",
  },
  {
    request: /poddisruptionbudgets/,
    where: /^answer$|details\.causes/,
    reference: /201|\[\]/,
    why: "the reference looks at no name of a budget that it did not make of another version",
  },
  {
    request: /watches \/ of \/api\/v1\/pods/,
    where: /^body \.events\[/,
    why: "a pod that goes at once goes in one step, where the reference writes it once more before",
  },
  {
    request: /subjectaccessreviews|localsubjectaccessreviews|tokenreviews|selfsubject/,
    where:
      /managedFields|details\.kind$|message$|spec\.namespace$|metadata\.(name|creationTimestamp)$|evaluationError$|status\.error$/,
    why: "what is asked and not kept has no owners, and is named by its kind where it is refused",
  },
  {
    request: /subjectaccessreviews/,
    where: /status\.(allowed|reason)$/,
    ours: /false|anonymous/,
    why: "decision 31's spirit: who is in no group of those who are authenticated may do nothing",
  },
  {
    request: /apiservices a status/,
    where: /resourceVersion$|managedFields|conditions$/,
    why: "servers behind this one are looked at in its own time",
  },
  {
    request: /namespaces (only finalize|a status of one)|deletions \/ namespaces/,
    where: /^answer$|details|message$/,
    why:
      "decision 48: an error of metadata is said once; names are generated before a namespace is looked at",
  },
];

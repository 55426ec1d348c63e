/**
 * Rules and behaviour of single kinds.
 *
 * @module
 */

import type { KnownDifference } from "../known.ts";

/** Known differences in the validation, defaults and behaviour of single built-in kinds. */
export const KINDS: readonly KnownDifference[] = [
  {
    request: /pods/,
    where: /^answer$/,
    ours: /RuntimeClass .* not found/,
    reference: /resource name/,
    why: "a class whose name no class can have is not found, as any other that is not there",
  },
  {
    request: /^admission (of|before)/,
    where: /\.name$/,
    ours: /^"kube-api-access-.{5}"$/,
    reference: /^"kube-api-access-.{5}"$/,
    sometimes: true,
    why: "the end of the name is random, and servers choose it each for itself",
  },
  {
    request: /certificatesigningrequests/,
    where: /\.message$/,
    reference: /x509|asn1|parse/,
    why: "decision 48: parsers' own words are ours",
  },
  {
    request: /servicecidrs/,
    where: /resourceVersion$|finalizers$|conditions$|^answer$|managedFields/,
    why: "this server looks after ranges itself; the reference leaves it to a controller",
  },
  {
    request: /^rules of updates \/ .*replicationcontrollers no labels with a status/,
    where: /resourceVersion$/,
    why:
      "labels that a controller has of its pods are stored with it; the reference stores them with the next write",
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
    request: /^(applied kinds|refused updates) \/ \/api\/v1\/services/,
    where: /^answer$|message$|causes/,
    reference: /dual-stack|not configured on this cluster|duplicate nodePort|externalName|^\[\]$/,
    why: "addresses are chosen once all else is judged, and of a name no part is let through",
  },
  {
    request: /^applied kinds \/ \/api\/v1\/services .*\/status/,
    where: /internalTrafficPolicy$/,
    why: "what a service that is only a name has no use for is left out of a status, too",
  },
  {
    request: /^metadata of kinds \/ creation/,
    where: /(deletionTimestamp|deletionGracePeriodSeconds|selfLink|resourceVersion|f:metadata)$/,
    ours: /^undefined$/,
    why:
      "an object that a PUT makes has nothing of what a server chooses, as one that a POST makes",
  },
  {
    request: /^metadata of kinds \/ deletions of \/api\/v1\/namespaces/,
    where: /message$|details\.kind$/,
    why: "preconditions of namespaces are told as those of all else",
  },
  {
    request: /^metadata of kinds .*(flowschemas|prioritylevelconfigurations)/,
    where: /^answer$/,
    ours: /field is immutable/,
    why: "what of metadata never changes is refused of a status, too",
  },
  {
    request: /^metadata of kinds .*ipaddresses/,
    where: /message$/,
    why: "a generated name is told as it was generated",
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
    where: /^answer$/,
    ours: /^"201 /,
    reference: /(exempt|catch-all)\W+ already exists/,
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
    request: /poddisruptionbudgets/,
    where: /^answer$|details\.causes/,
    reference: /201|\[\]/,
    why: "the reference looks at no name of a budget that it did not make of another version",
  },
  {
    request: /watches \/ of \/api\/v1\/pods/,
    where:
      /^body \.events\[(\d+\]\.type|\d+\]\.object\.metadata\.(resourceVersion|generation|deletion\w+)|\])$/,
    why:
      "a pod that goes at once goes in one commit, which no crash leaves half done; the reference " +
      "writes it once more before, which a client that lists anew never sees",
  },
  {
    request: /subjectaccessreviews|tokenreviews|selfsubject|^subresources \/ tokens/,
    where:
      /managedFields|details\.kind$|message$|spec\.namespace$|metadata\.(name|creationTimestamp)$|evaluationError$|status\.error$/,
    why: "what is asked and not kept has no owners, and is named by its kind where it is refused",
  },
  {
    request: /persistentvolumeclaims|\/status of \/apis\/batch\/v1\/jobs|\/jobs/,
    where: /metadata\.resourceVersion$/,
    why:
      "the reference stores new claims without their phase and new jobs without their labels, fills " +
      "both in as it reads, and so stores them with the first write that changes nothing",
  },
  {
    request: /persistentvolumeclaims resources of a status that no claim knows/,
    where: /causes\[\d\]\.message$|^body \.message$/,
    why: "a map of the reference's decides the order of errors",
    sometimes: true,
  },
  {
    request: /apis\/autoscaling\/v1\/horizontalpodautoscalers/,
    where: /managedFields\[0\]\.fieldsV1\.f:metadata$/,
    reference: /current-metrics/,
    why: "a status that was sent with a new autoscaler goes with the annotation that tells of it",
  },
  {
    request: /status of .*resourceclaims/,
    where: /^answer$/,
    reference: /406/,
    why: "the status of a claim is shown as a table, as that of every other kind is",
  },
  {
    where: /causes\[\]$/,
    ours: /^\[\]$/,
    reference: /^\[\]$/,
    why: "decision 48: an error of metadata is said once, where the reference says some twice",
  },
  {
    request: /apiservices a status/,
    where: /resourceVersion$|managedFields|conditions$/,
    sometimes: true,
    why: "servers behind this one are looked at in its own time",
  },
  {
    request: /namespaces only finalize changes finalizers: DELETE/,
    where: /^answer$/,
    ours: /"200 .*Status/,
    reference: /"200 .*Namespace/,
    why: "a namespace that nothing holds goes at once; the reference's ends, and nobody removes it",
  },
];

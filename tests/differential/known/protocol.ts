/**
 * Paths, methods, options and forms.
 *
 * @module
 */

import type { KnownDifference } from "../known.ts";

/**
 * Known differences that belong to no kind: in paths, methods, headers, options and the forms of
 * answers.
 */
export const PROTOCOL: readonly KnownDifference[] = [
  {
    where: /\.responseKind\.(group|version)$/,
    reference: /^""$/,
    why: "aggregated discovery names kinds in full, as both servers do of custom resources",
  },
  {
    where: /\.(items|rows|rules|conditions|columnDefinitions)$/,
    ours: /^\[\]$/,
    reference: /^null$/,
    why: "decision 48: empty lists are no different from none",
  },
  {
    where: /^answer$/,
    ours: /"503 .*no preferred addresses found for node/,
    reference: /"500 .*no preferred addresses found/,
    sometimes: true,
    why: "decision 102: it is a 503 where no agent is",
  },
  {
    where: /^answer$|message$/,
    ours: /only GET and HEAD are allowed/,
    why: "what can only be read answers no other method",
  },
  {
    where:
      /^header (accept-ranges|last-modified|content-type|etag|location|process-start-time-unix)$/,
    request: /^discovery/,
    why: "descriptions are told apart by their etag alone, and refused as a Status",
  },
  {
    where: /^header (vary|x-content-type-options)$/,
    request: /^discovery|^lists/,
    why: "the order of names in Vary; nosniff stands on all texts but metrics",
  },
  {
    where: /^answer$/,
    reference: /404 page not found|\b404 \\?"\\?"/,
    why: "what is not there is told as a Status on every path",
  },
  {
    where: /^answer$|message$/,
    reference: /in scheme \\"pkg|unknown conversion|is registered for version/,
    why: "kinds that do not fit are told without the names of Go's packages",
  },
  {
    where: /^answer$/,
    ours: /^"400 /,
    reference: /^"500 /,
    why: "what a client gets wrong is no fault of the server",
  },
  {
    where: /^answer$/,
    ours: /^"409 .*the object has been modified/,
    reference: /^"500 .*ParseUint/,
    why: "what a client gets wrong is no fault of the server",
  },
  {
    where: /^answer$/,
    ours: /^"422 .*Binding/,
    reference: /^"500 /,
    why: "what a client gets wrong is no fault of the server",
  },
  {
    request: /^bodies \/ options/,
    where: /^answer$/,
    reference: /dryRun: Unsupported value/,
    why: "specification 1: an empty dryRun means a normal request",
  },
  {
    request: /resourceVersion=0&.*limit=|limit=.*resourceVersion=0/,
    where: /continue$|remainingItemCount$|items\[\]$/,
    why: "specification 1: a limit counts whatever version is asked for",
  },
  {
    request: /^watches \/ refused/,
    where: /^answer$/,
    reference: /continue is provided/,
    why: "a watch takes no notice of a place in pages",
  },
  {
    request: /^bodies \/ content types/,
    where: /^answer$/,
    reference: /empty body/,
    why: "an empty message is an object that lacks everything",
  },
  {
    request: /^bodies \/ options: .*\/o1(\?|$)/,
    where: /^answer$/,
    reference: /not found/,
    why: "specification 1: an empty dryRun means a normal request, which made this one",
  },
  {
    request: /ignoreStoreReadErrorWithClusterBreakingPotential/,
    where: /^answer$/,
    ours: /ignoreStoreReadErrorWithClusterBreakingPotential/,
    why: "decision 34: the option is there, which the reference has behind a gate that is off",
  },
  {
    request: /resourceVersion=00/,
    where: /resourceVersion$|continue$|remainingItemCount$|items\[\]$|^answer$/,
    why: "a version of several zeros is zero",
  },
  {
    request: /resourceVersionMatch=Exact/,
    where: /^answer$/,
    reference: /^"200 \\"ConfigMap\\""/,
    why: "a get of an exact version is an extension: the reference ignores the match",
  },
  {
    request: /lists \/ (pages|field selectors)/,
    where: /remainingItemCount$/,
    why: "the reference's controllers of its own keep a map more",
    sometimes: true,
  },
  {
    request: /^lists \/ forms/,
    where: /^answer$/,
    reference: /^"406 /,
    why:
      "any application type is one that can be had, and an object's metadata is told to those who " +
      "ask for a list's",
  },
  {
    request: /^discovery \/ (methods|groups|unknown paths|health|aggregated)/,
    where: /paths\[\]$/,
    why: "some paths of the server are not there",
  },
  {
    request: /^discovery \/ OpenAPI/,
    where: /^order of /,
    why:
      "what is described stands in the order of its type, in the reference's in that of the names",
  },
  {
    request: /^discovery \/ OpenAPI/,
    where:
      /\.((allocatedResourceStatuses|claimRef)\.x-kubernetes-map|caBundle\.x-kubernetes-list)-type$/,
    ours: /^undefined$/,
    why: "what is said of how they merge is what holds anyway",
  },
  {
    request: /^discovery \/ OpenAPI/,
    where: /ServiceSpec\.properties\.ipFamilies\.items\.enum\[\]$/,
    ours: /^\[\]$/,
    reference: /^\[""\]$/,
    why: "no value is no value of the list",
  },
  {
    request: /^discovery \/ OpenAPI/,
    where: /x-kubernetes-group-version-kind\[\]$/,
    ours: /^\[\]$/,
    why: "versions that are not served",
  },
  {
    request: /^discovery \/ OpenAPI v3: GET \/openapi\/v3$/,
    where: /^body \[\]$/,
    reference: /^\[\]$/,
    sometimes: true,
    why: "just started the reference describes nothing yet",
  },
  {
    request: /^discovery \/ OpenAPI v3/,
    where: /\.(JSONSchemaProps|IngressRule)\.properties\.[A-Za-z]+\.(allOf|\$ref)$/,
    why: "these have descriptions here",
  },
  {
    request: /^discovery \/ aggregated/,
    where: /^header (cache-control|vary)$/,
    why: "an answer that nothing has changed repeats no headers of the other",
  },
  {
    request: /\/version/,
    where:
      /^body \.(gitVersion|gitCommit|buildDate|goVersion|compiler|gitTreeState|platform)$|^answer$/,
    why: "another program; its version is told in every form",
  },
  {
    request: /^discovery \/ health/,
    where: /^body \.jwks_uri$/,
    why: "each server is at a port of its own",
  },
  {
    request:
      /^discovery \/ unknown paths: (POST \/api\/v1\/namespaces\/\/pods|\w+ \/api\/v1\/watch|GET \/index\.html)$/,
    where: /^answer$/,
    why: "nothing is made in no namespace; pages for people and broken paths of old are a 404 here",
  },
  {
    request: /^bodies \/ content types: PATCH/,
    where: /^answer$/,
    ours: /fieldManager: Required/,
    why: "a configuration may be applied as Protobuf too",
  },
  {
    request: /^bodies \/ options: DELETE .*resourceVersion=1$/,
    where: /^answer$/,
    ours: /^"409 /,
    why:
      "of a collection that is deleted a version is that of each object; the reference takes it " +
      "for that of the list as well, and deletes what was there then",
  },
  {
    request: /^watches \/ as .*Table/,
    where: /events\[\d+\]\.object\.rows\[0\]\.cells\[\]$/,
    ours: /^\[\]$/,
    why: "a bookmark is no object that a row could tell of",
  },
  {
    request: /^bodies \/ names: PUT .*\/x%y$/,
    where: /^body \.message$/,
    ours: /Name parameter invalid/,
    why: "a path that can name nothing is told first, whatever the body says",
  },
];

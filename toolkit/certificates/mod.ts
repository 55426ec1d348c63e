/**
 * X.509 certificates: read, checked and made.
 *
 * @module
 */

export { type Certificate, parseCertificate, USAGE } from "./certificate.ts";
export {
  type Chain,
  ChainError,
  MAX_SENT_CERTIFICATES,
  MAX_SIGNATURE_CHECKS,
  verifyClientChain,
  verifyServerChain,
} from "./chain.ts";
export { issuerOf } from "./issuer.ts";
export { keyPairProblem } from "./key_pair.ts";
export {
  type CertificateOptions,
  type Issuer,
  type KeyPair,
  makeAuthority,
  makeCertificate,
  makeSigningRequest,
  type SubjectOptions,
} from "./make.ts";
export {
  certificatesOfPem,
  MAX_PEM_BYTES,
  parsePem,
  type PemBlock,
  privateKeyOfItsKind,
  privateKeyToPkcs8,
  toPem,
} from "./pem.ts";
export { Roots, rootsOf, rootsOfPem } from "./roots.ts";
export { addressText, serverNameProblem } from "./server_name.ts";
export {
  type KeyUsageName,
  openAuthority,
  type SignedOptions,
  type SigningAuthority,
  signRequest,
} from "./sign_request.ts";
export {
  type AlternativeNames,
  MAX_SIGNING_REQUEST_BYTES,
  parseSigningRequest,
  type SigningRequest,
  SigningRequestError,
} from "./signing_request.ts";

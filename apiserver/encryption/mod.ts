/** Encryption of stored values (`--encryption-provider-config`). */
export { type Encryption, type EncryptionOptions, openEncryption } from "./encryption.ts";

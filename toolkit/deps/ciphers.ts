/** What the runtime does not have: XSalsa20-Poly1305, and AES with keys of 192 bits. */
export { cbc, gcm } from "npm:@noble/ciphers@2.4.0/aes.js";
export { xsalsa20poly1305 } from "npm:@noble/ciphers@2.4.0/salsa.js";

/** IP addresses and ranges. Its `isValid` takes far too much: ask `toolkit/validation/ip.ts`. */
export { default } from "npm:ipaddr.js@2.5.0";

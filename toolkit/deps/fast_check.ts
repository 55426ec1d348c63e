/** Property tests. */
export { default } from "npm:fast-check@4.10.2";

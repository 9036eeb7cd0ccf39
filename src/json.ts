/** Plain JSON data, as it travels through envelopes, journals and jobs. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

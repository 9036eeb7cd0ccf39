import { type AnySchema, Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonObject } from '../json.ts'

// That it is a schema was checked when the catalogue was loaded.
const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9, validateSchema: false })
const validators = new WeakMap<JsonObject, ValidateFunction>()

/** The check of an argument's JSON Schema; made once for each schema of the catalogue. */
export function compileSchema(schema: JsonObject): ValidateFunction {
  const known = validators.get(schema)
  if (known !== undefined) return known
  const validate = ajv.compile(schema as AnySchema)
  validators.set(schema, validate)
  return validate
}

import { type AnySchema, Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonObject } from '../json.ts'

/** Compiles the JSON Schemas of the catalogue, each once. That they are schemas is for the loading of the catalogue to check. */
export function schemaCompiler(options: Options): (schema: JsonObject) => ValidateFunction {
  const ajv = new Ajv2020({ ...options, validateSchema: false })
  const validators = new WeakMap<JsonObject, ValidateFunction>()
  return (schema) => {
    const known = validators.get(schema)
    if (known !== undefined) return known
    const validate = ajv.compile(schema as AnySchema)
    validators.set(schema, validate)
    return validate
  }
}

/** The check of an argument's JSON Schema. */
export const compileSchema = schemaCompiler({ strict: false, multipleOfPrecision: 9 })

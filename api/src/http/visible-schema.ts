import { isForEdges } from '@culvert/schema/credentials'
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  validate,
  type ValidationRule,
} from 'graphql'
import type { Actor } from '../platform/access/actor.ts'
import { publicSchema } from './public-schema.ts'
import { schema } from './schema.ts'

/** The fields that an operation selects at its root and that not everyone sees. */
export interface RootSelection {
  /** An operation for edges. */
  isForEdges: boolean
  /** The schema itself, or one of its types. */
  isIntrospection: boolean
}

/** Reads what a valid operation selects at its root, including through fragments. */
export function readRoot(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): RootSelection {
  const names = new Set<string>()
  const seen = new Set<string>()
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) names.add(selection.name.value)
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet)
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value)
        const fragment = fragments.get(selection.name.value)
        if (fragment) collect(fragment.selectionSet)
      }
    }
  }
  collect(operation.selectionSet)
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {}
  return {
    isForEdges: [...names].some((name) => isForEdges(fields[name]?.astNode)),
    isIntrospection: names.has(SchemaMetaFieldDef.name) || names.has(TypeMetaFieldDef.name),
  }
}

/** Returns the schema that an operation runs on: introspection shows operations for edges only to edges. */
export function chooseSchema(actor: Actor, { isIntrospection }: RootSelection): GraphQLSchema {
  return isIntrospection && actor.kind !== 'edge' ? publicSchema : schema
}

/**
 * Returns the faults of a document that is not valid: for anyone but an edge, those that it would have if there were no operations for
 * edges, so that no fault describes one.
 */
export function describeFaults(
  actor: Actor,
  document: DocumentNode,
  faults: readonly GraphQLError[],
  rules: readonly ValidationRule[],
): readonly GraphQLError[] {
  if (actor.kind === 'edge' || faults.length === 0) return faults
  const visible = validate(publicSchema, document, rules, { hideSuggestions: true })
  return visible.length > 0 ? visible : faults
}

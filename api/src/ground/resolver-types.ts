import type { Resolvers, ResolversParentTypes } from '../generated/schema.ts'

/** The resolvers of one feature: for some types, each with some of its fields. */
type PartialResolvers = { [Type in keyof Resolvers]?: Partial<Resolvers[Type]> }

/** Types a feature's resolvers, and keeps which fields they resolve, so that `joinResolvers` can tell what is missing. */
export function partial<const T extends PartialResolvers>(resolvers: T): T {
  return resolvers
}

/**
 * The resolvers that all features together must have: every root field, and every field that a type's model does not have. A field
 * of the schema without a resolver is a type error.
 */
type CompleteResolvers = {
  [Type in Exclude<keyof Resolvers, Scalar> as [keyof Needed<Type>] extends [never] ? never : Type]: Needed<Type>
}

type Needed<Type extends keyof Resolvers> = Required<
  Omit<NonNullable<Resolvers[Type]>, FieldOfModel<Type> | '__isTypeOf'>
>

type Scalar = 'Date' | 'DateTime' | 'SafeInt'
type Root = 'Query' | 'Mutation' | 'Subscription'
type FieldOfModel<Type extends keyof Resolvers> = Type extends Root ? never : keyof ResolversParentTypes[Type]

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (member: infer I) => void
  ? I
  : never

/** Joins the features' resolvers, type by type. */
export function joinResolvers<const T extends PartialResolvers>(
  ...features: Intersection<T> extends CompleteResolvers ? T[] : [missing: CompleteResolvers]
): Resolvers {
  const joined: Record<string, object> = {}
  for (const feature of features) {
    for (const [type, fields] of Object.entries(feature)) joined[type] = { ...joined[type], ...fields }
  }
  return joined
}

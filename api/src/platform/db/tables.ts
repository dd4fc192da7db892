/** Every table, by its name in camelCase. Each is added where its row is described, in a `table.ts`. */
export interface Tables {}

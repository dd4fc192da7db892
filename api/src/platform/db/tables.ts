/** Every table, by its name in camelCase. Each is added where its row is described: in the `table.ts` of its room. */
export interface Tables {}

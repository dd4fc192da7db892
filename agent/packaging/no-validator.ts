/**
 * Stands in for the validator that @modelcontextprotocol/sdk makes for the answers of people to questions of a server (elicitation). `culvert mcp --tools` asks
 * none, and what the SDK would bring for them is 250 kB.
 */
export class AjvJsonSchemaValidator {
  getValidator(): never {
    throw new Error('culvert asks nobody anything by MCP, so it cannot check an answer.')
  }
}

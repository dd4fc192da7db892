/**
 * Replaces the validator that @modelcontextprotocol/sdk creates for people's answers to a server's questions (elicitation). `culvert mcp --tools` asks
 * none, and the SDK's validator would add 250 kB.
 */
export class AjvJsonSchemaValidator {
  getValidator(): never {
    throw new Error('culvert asks nobody anything by MCP, so it cannot check an answer.')
  }
}

// Shows the contract's own OpenAPI description; asks nobody else whether it is valid.
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#api",
  deepLinking: true,
  validatorUrl: null,
});

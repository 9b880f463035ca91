// A Docusaurus plugin: hands the options to a client module, which brings the widget once a page is there.

const path = require("node:path");

const NAME = "docusaurus-plugin-footnoted";
const OPTIONAL = ["book", "title", "theme", "key", "select"];

module.exports = function footnoted(context, { id, ...options }) {
  return {
    name: NAME,
    getClientModules: () => [path.resolve(__dirname, "client.js")],
    contentLoaded({ actions }) {
      const { siteConfig, i18n } = context;
      actions.setGlobalData({ lang: i18n.currentLocale, site: siteConfig.url, ...options });
    },
  };
};

module.exports.validateOptions = function validateOptions({ options }) {
  const { server, id, ...rest } = options;
  if (typeof server !== "string" || !/^https?:\/\//.test(server)) {
    throw new Error(`${NAME}: set \`server\` to the address of your Footnoted server, such as "https://ask.book.example".`);
  }
  const unknown = Object.keys(rest).filter((name) => !OPTIONAL.includes(name));
  if (unknown.length) throw new Error(`${NAME}: there is no option \`${unknown[0]}\`. There are: server, ${OPTIONAL.join(", ")}.`);
  return { id: id ?? "default", server, ...rest };
};

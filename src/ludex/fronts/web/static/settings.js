// Language and theme: two cookies, so that the server draws the page right at once.

const YEAR = 60 * 60 * 24 * 365;

export function keep(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}

function darkNow() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

document.addEventListener("click", (event) => {
  const language = event.target.closest("[data-language]");
  if (language) {
    keep("language", language.dataset.language);
    location.reload();
  }
  if (event.target.closest("[data-theme-switch]")) {
    const theme = darkNow() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    keep("theme", theme);
  }
});

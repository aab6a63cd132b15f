// The story page: printing.

document.querySelector("[data-print-page]")?.addEventListener("click", () => print());

// The rulebook: what is typed into the search leaves only the clauses that hold all of its words.

const field = document.getElementById("find-clause");
const none = document.getElementById("no-clause");
const chapters = [...document.querySelectorAll(".chapter")].map((chapter) => ({
  chapter,
  clauses: [...chapter.querySelectorAll(".clauses > div")].map((clause) => ({ clause, text: clause.textContent.toLowerCase() })),
}));

function find() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { chapter, clauses } of chapters) {
    let shown = 0;
    for (const { clause, text } of clauses) {
      clause.hidden = !words.every((word) => text.includes(word));
      shown += !clause.hidden;
    }
    chapter.hidden = shown === 0;
    found += shown;
  }
  none.hidden = found > 0;
}

field?.addEventListener("input", find);

/**
 * Pictures in forms are chosen as files and shown at once. Without it their `data:` URL is typed. Loaded by forms that
 * have such a field.
 */
"use strict";

for (const typed of document.querySelectorAll("textarea[data-picture]")) {
  const make = (tag, fields) => Object.assign(document.createElement(tag), fields);
  const box = make("div", { className: "picture" });
  const shown = make("img", { alt: "The chosen picture", height: 48 });
  const file = make("input", {
    type: "file",
    className: "in",
    id: typed.id,
    accept: "image/png,image/jpeg,image/webp,image/svg+xml",
  });
  const remove = make("button", { type: "button", className: "btn", textContent: "Remove" });
  const fault = make("p", { className: "err", role: "alert" });
  for (const { name, value } of typed.attributes)
    if (name.startsWith("aria-")) file.setAttribute(name, value);
  typed.removeAttribute("id");
  typed.hidden = true;

  function show(url) {
    typed.value = url;
    shown.hidden = remove.hidden = url === "";
    if (url !== "") shown.src = url;
  }
  file.addEventListener("change", () => {
    const [chosen] = file.files;
    if (!chosen) return;
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const isLarge = typed.maxLength > 0 && reader.result.length > typed.maxLength;
      fault.textContent = isLarge ? `${chosen.name} is too large.` : "";
      if (isLarge) file.value = "";
      else show(reader.result);
    });
    reader.readAsDataURL(chosen);
  });
  remove.addEventListener("click", () => {
    file.value = "";
    show("");
    file.focus();
  });

  show(typed.value.trim());
  box.append(shown, file, remove);
  typed.before(box, fault);
}

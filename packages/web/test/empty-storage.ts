// Files share the browser's storage: one that ends with something under way would leave it to whichever comes after.
for (const storage of [localStorage, sessionStorage]) storage.clear();

import "./styles/tokens.css";
import "./styles/base.css";

// The frame that stands in index.html is painted first; reading the script would hold it up.
requestAnimationFrame(() => setTimeout(() => void import("./start")));

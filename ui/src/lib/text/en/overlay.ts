/** What the overlay says of itself, in English. */
export const overlay = {
  edit: "Drag to move, pull an edge to resize. With the keys: arrows move, Shift and arrows resize.",
  done: "Done",
};
